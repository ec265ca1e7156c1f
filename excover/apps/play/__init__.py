"""The playground: `excover play` serves a page that edits a description and draws its solutions.

`questions` has what the page can ask, as functions from JSON to JSON, which know nothing of servers;
`jobs` answers in processes that can be ended at any moment; `page_facts` has what the page knows at
first, and opens its links; `page_server` is the only module that speaks HTTP. The page itself is in
``static``, built from the folder ``playground`` of the repository.
"""
