# line 4: error E233: a legend explains single characters other than the bar
board tray
  |xx
legend "xx" = cell
