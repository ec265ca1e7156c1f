# line 3: error E245: `who # is there` cannot be the name of a column
table t
  | who # is there | when
  | Ada | 1
