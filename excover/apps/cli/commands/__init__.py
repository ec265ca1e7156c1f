"""The commands: a module for each, or for a few of a kind; `excover.apps.cli.app.COMMANDS` lists them."""
