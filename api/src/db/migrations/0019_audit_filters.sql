-- A filter of the audit log is counted to its end and read page by page: all that a filter asks for stands in the index,
-- two filters together included, so that neither reads the lines themselves. By action alone the index of 0013 does.
drop index audit_log_by_actor, audit_log_by_member;
create index audit_log_by_actor on audit_log (actor_id, id desc) include (member_id, action);
create index audit_log_by_member on audit_log (member_id, id desc) include (actor_id, action);
