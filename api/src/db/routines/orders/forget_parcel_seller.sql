-- An erased seller leaves nothing on the parcel that could identify them.
create or replace function forget_parcel_seller() returns trigger language plpgsql as $$
begin
  new.carrier := null;
  new.tracking_number := null;
  return new;
end $$;
create or replace trigger parcels_forget_seller before update of seller_id on parcels for each row
  when (old.seller_id is not null and new.seller_id is null) execute function forget_parcel_seller();
