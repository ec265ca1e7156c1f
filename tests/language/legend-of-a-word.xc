# line 4: error E233: a legend explains single characters, the bar excepted
board tray
  |xx
legend "xx" = cell
