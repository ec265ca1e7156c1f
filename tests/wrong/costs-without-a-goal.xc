item a
option x() covers a cost 3  # warning W206: options have costs, but there is no goal
