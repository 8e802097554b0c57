-- The newest of 100,000 followers: measured 374 ms without this index, under 3 ms with it. The other way needs none:
-- whom one member follows are few enough to sort.
create index follows_newest on follows (followed_id, created_at desc);
