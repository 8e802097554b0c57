-- Where very many join the same group, its row is what they wait for: it is locked last.
create or replace function count_membership() returns trigger language plpgsql as $$
begin
  insert into day_changes
    select metric, subject_id, lagos_day(joined_at), step_of(tg_op) * count(*)
      from changed cross join lateral (values ('groups.membership'::metric, group_id), ('system.group-memberships', 0))
        as sides (metric, subject_id) group by 1, 2, 3;
  perform 1 from members where id in (select member_id from changed) order by id for no key update;
  update members set groups_count = groups_count + step_of(tg_op) * n
    from (select member_id, count(*) as n from changed group by 1) counted where id = counted.member_id;
  perform 1 from groups where id in (select group_id from changed) order by id for no key update;
  update groups set members_count = members_count + step_of(tg_op) * n
    from (select group_id, count(*) as n from changed group by 1) counted where id = counted.group_id;
  return null;
end $$;
create or replace trigger memberships_counted after insert on memberships referencing new table as changed
  for each statement execute function count_membership();
create or replace trigger memberships_uncounted after delete on memberships referencing old table as changed
  for each statement execute function count_membership();
