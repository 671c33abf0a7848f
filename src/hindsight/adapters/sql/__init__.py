"""What every SQL-backed adapter stands on: one Database per URL, named queries, filters and migrations.

SQLite and PostgreSQL are driven through the same five-method connection; SQL is written once, with ``:name``
placeholders, and only what truly differs is written twice.
"""
