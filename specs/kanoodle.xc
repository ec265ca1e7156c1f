# Twelve pieces fill a tray of 5 by 11 cells.
#
# They may be turned, and turned over. Pieces that are shown in the tray stay there.
puzzle "Kanoodle"
board tray 5x11
shapes piece
  |.A .B ...C .D .E F. ..G .HH I.I J KK .L.
  |.A BB CCCC DD .E FF ..G HH. III J KK LLL
  |AA BB .... .D EE .. GGG H.. ... J .. .L.
  |.. .. .... .D E. .. ... ... ... J .. ...
place free piece on tray
expect items = 67
expect options = 1789
expect solutions = 371020
