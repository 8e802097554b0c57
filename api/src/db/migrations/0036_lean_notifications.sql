-- No query uses it: the weekly mail goes by member, and trimming by id. Every first like of a post had to write it.
drop index notifications_by_time;
