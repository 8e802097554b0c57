create table offer_uses (
  order_id bigint not null references orders on delete cascade,
  offer_id bigint not null references offers on delete cascade,
  primary key (order_id, offer_id)
);
create index offer_uses_by_offer on offer_uses (offer_id);
comment on table offer_uses is
  'Which orders were made at which accepted price. An order that ends unpaid gives its price back, so one offer can have several, of which at most one is paid or can be paid.';
