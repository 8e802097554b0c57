-- A comment runs each of these, and PostgreSQL planned their queries anew each time: that took two thirds of its time. Their
-- tables are read by key alone, so one plan fits all. Whoever replaces one of them must set this again.
alter function member_to_wake set plan_cache_mode = force_generic_plan;
alter function open_notification set plan_cache_mode = force_generic_plan;
alter function count_new_comment set plan_cache_mode = force_generic_plan;
