"""JSON: the types of all objects that excover writes, their schema, and their encoding."""
