board tray 2x3  # warning W771: nothing lies on board `tray` yet
