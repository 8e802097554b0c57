create or replace function forget_seller() returns trigger language plpgsql as $$
begin
  new.image_url := null;
  new.thumbnail_url := null;
  new.note := null;
  new.reason := null;
  return new;
end $$;
create or replace trigger order_lines_forget_seller before update of seller_id on order_lines for each row
  when (old.seller_id is not null and new.seller_id is null) execute function forget_seller();
