# Three pieces are given; there is one way to place the other nine.
puzzle "Kanoodle, three pieces given"
import kanoodle
board tray 5x11
place free piece on tray
given
  |.......L...
  |......LLLF.
  |..EE...LFF.
  |EEE........
  |...........
expect solutions = 1
