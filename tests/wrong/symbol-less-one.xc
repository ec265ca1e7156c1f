enum Day = Mon, Tue, Wed
item a[Day]
option x(d in Day) covers a[d - 1]  # error E108: a number is needed here, but this is a symbol: Mon
