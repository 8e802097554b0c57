-- An item created while its seller is being banned waits for the ban, and is hidden too.
create or replace function hide_item() returns trigger language plpgsql as $$
begin
  select banned_at is not null or verified_at is null into new.is_hidden
    from members where id = new.seller_id for no key update;
  new.is_hidden := coalesce(new.is_hidden, true);
  return new;
end $$;
create or replace trigger items_hidden before insert on items for each row execute function hide_item();
