item a
option x() covers a cost 3  # warning W206: costs are told, but not what is wanted
