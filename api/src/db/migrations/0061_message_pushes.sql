-- Messages have settings of pushes and mails, and never a row in `notifications`.
alter type notification_kind add value 'MESSAGE';

-- When the owner was last pushed a message of the other side, and the newest message that was pushed.
alter table threads add column pushed_at timestamptz, add column pushed_message_id bigint;
