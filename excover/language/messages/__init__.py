"""Every message as a class: its code, its facts, its wording, its page, and where there is one its fix."""
