# line 3: error E214: a tab in a drawing
board tray
  |..	.
