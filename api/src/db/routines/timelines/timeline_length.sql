create or replace function timeline_length() returns integer language sql immutable parallel safe return 500;
