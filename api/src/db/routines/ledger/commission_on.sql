-- Half up to the kobo, of what the seller gets for the line.
create or replace function commission_on(of_order bigint, kobo bigint) returns bigint language sql stable as $$
  select round(kobo * commission_percent / 100)::bigint from orders where id = of_order
$$;
