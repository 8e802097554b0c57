create or replace function forget_dispute_author() returns trigger language plpgsql as $$
begin
  new.body := '';
  delete from dispute_images where message_id = new.id;
  return new;
end $$;
create or replace trigger dispute_messages_forget_author before update of author_id on dispute_messages for each row
  when (old.author_id is not null and new.author_id is null) execute function forget_dispute_author();
