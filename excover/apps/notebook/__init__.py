"""What notebooks add: the cell magic `%%excover`, lists as sheets, and a widget to walk through solutions."""
