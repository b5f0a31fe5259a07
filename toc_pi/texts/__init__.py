"""The sentences in English, by key; `locale` has the catalogues of all languages."""
