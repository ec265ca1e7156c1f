# line 3: error E245: `1st` cannot be the name of a column
table Flight
  |name 1st
  |A    Oslo
