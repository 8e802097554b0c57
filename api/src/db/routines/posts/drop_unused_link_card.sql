-- An address is deleted with the last post that has it, however that goes. The card is locked first and the posts are looked up
-- in a second statement: a new post with the same address is visible by then, or makes a new card.
create or replace function drop_unused_link_card(card_id bigint) returns void language plpgsql as $$
begin
  perform 1 from link_cards where id = card_id for update;
  delete from link_cards where id = card_id and not exists (select from posts where link_card_id = card_id);
end $$;
