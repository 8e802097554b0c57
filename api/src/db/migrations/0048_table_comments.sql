-- What a row of each table and view is, for docs/schema.md and for whoever reads the database.
comment on table states is
  'The 36 states of Nigeria and the Federal Capital Territory.';
comment on table lgas is
  'The 774 local government areas, each in one state.';
comment on table day_counts is
  'How often something happened on a day of Lagos, for a member, a group or the whole system.';
comment on table day_changes is
  'Changes that are not in day_counts yet. Every write only inserts here, so that nobody waits for a counter, however many count the same thing. A job adds them to day_counts every minute; readers sum both tables. Emptied all the time: vacuum must run early.';
comment on table groups is
  'An ethnic group and its community.';
comment on table members is
  'A person with an account. Counts change all the time and no index holds them: with room on its page, a row is rewritten without a new entry in each of the many indexes.';
comment on table sessions is
  'One row for each access token that is valid. Without its row a token is rejected.';
comment on table logins is
  'One row for each log-in. The rows stay for analytics when the member is erased.';
comment on table codes is
  'The codes in mails that verify an address or reset a password. Only hashes are stored: whoever reads this table can neither verify an address nor reset a password.';
comment on table consents is
  'When a member agreed to something, and in which words.';
comment on table familiar_addresses is
  'Addresses from which the member has signed in before. Wrong guesses from elsewhere do not lock the member out there.';
comment on table retired_usernames is
  'Usernames of erased members, as keyed hashes, so that nobody can take them for a year.';
comment on table idempotency_keys is
  'What a call with an Idempotency-Key answered, for a day, so that its repetition gets the same answer.';
comment on table follows is
  'Who follows whom.';
comment on table blocks is
  'Who has blocked whom.';
comment on table memberships is
  'Who belongs to which group, and who moderates it.';
comment on table sections is
  'The current text of each of the six sections of a group.';
comment on table section_versions is
  'Every text that a section has had.';
comment on table proposals is
  'Changes of a section that a member proposed, and what became of them.';
comment on table media is
  'Every file in the media store. An address in a request is accepted only if it is listed here.';
comment on table posts is
  'Posts of members, in a group or not.';
comment on table post_media is
  'The pictures and videos of a post.';
comment on table likes is
  'Who likes which post.';
comment on table comments is
  'Comments on posts. Those with a parent are replies.';
comment on table timelines is
  'The feed of each active member: own posts and those of followed members, copied when they are written (docs/decisions/0012). Posts of groups, and of authors with very many followers, are queried when the feed is read.';
comment on table timeline_posts is
  'Posts in the home feed of each member who has opened it lately.';
comment on table high_fanout_authors is
  'Authors with so many followers that their posts are not copied to timelines. An author never leaves this table.';
comment on table genres is
  'The categories of items.';
comment on table items is
  'What members offer for sale.';
comment on table item_genres is
  'The categories that an item is in.';
comment on table item_images is
  'The pictures of an item beyond the first.';
comment on table favorites is
  'Which items a member has marked.';
comment on table cart_lines is
  'What is in the cart of a member.';
comment on table item_counts is
  'How many items everybody can find, in all (genre 0) and per category, so that lists know their total without counting.';
comment on table words is
  'Every word of the search of items, for finding it when it is misspelt.';
comment on table item_words is
  'Which item has which words. The index has the best places of each word first and the newest items within them, so that a search for a common word reads no more than one for a rare word.';
comment on table messages is
  'Messages between two members. Those without a sender are automated.';
comment on table threads is
  'A conversation as one of its two members sees it: a row of the inbox. Without other_id: automated messages.';
comment on table mailboxes is
  'Events for a member''s open pages, numbered without gaps per member. The mailbox row is the lock: numbers become visible in their order, so that whoever has seen 5 knows that 1 to 4 cannot come later.';
comment on table live_events is
  'What open pages of a member are sent, kept for some minutes for those that reconnect.';
comment on table reports is
  'Reports by members about content or other members.';
comment on table report_media is
  'The pictures of reported content: their files stay while the report is open, even if the content is deleted.';
comment on table report_counts is
  'How many reports there are of each kind, so that a long list knows its total without counting.';
comment on table audit_log is
  'Every action of staff and moderators. No foreign keys and no names: rows outlive the members they refer to.';
comment on table addresses is
  'Postal addresses that members have saved.';
comment on table orders is
  'Orders. Names, prices and addresses stay as they were at checkout.';
comment on table order_lines is
  'One item of an order, from one seller.';
comment on table order_moves is
  'Each status that an order has had, and since when.';
comment on table finished_sales is
  'How many sales of a seller are completed. Not a column of members: completing orders share-locks those rows, and would wait for each other to count there.';
comment on table payment_attempts is
  'Each payment page opened at the provider. The reference is the provider''s key and never used twice.';
comment on table payment_events is
  'The provider''s events as received. Stored before they are checked.';
comment on table refunds is
  'Money that goes back to a buyer, and how far the provider has got with it.';
comment on table sandbox_transactions is
  'Payments of the built-in stand-in for the card provider.';
comment on table sandbox_refunds is
  'Refunds of the built-in stand-in for the card provider.';
comment on view media_in_use is
  'The URL of every picture, video and recording that some row still needs. Others are deleted after a day.';
comment on view recounted_days is
  'The daily counts, counted anew from the rows. They must equal `day_counts` and `day_changes` together.';
comment on table notifications is
  'What the bell of a member lists. One row for all causes of one kind on one target, until it is read; after that the next cause opens a new row. Who acted is not copied: each cause holds the id of its row (see the view notification_actors). So ten thousand likes of a post are one row that is written once, and an undone or hidden cause is gone from it by itself (docs/decisions/0023).';
comment on table notification_settings is
  'How a member wants to be notified of each kind. Only what differs from the default, which is all three on.';
comment on table push_subscriptions is
  'Browsers that get Web Push.';
comment on view notification_actors is
  'Who caused a notification.';
comment on table comment_likes is
  'Who likes which comment.';
comment on table mentions is
  'One row for each member named in a post or a comment.';
comment on table post_tags is
  'The tags in the caption of a post.';
comment on table bookmarks is
  'Which posts a member has saved.';
comment on table post_words is
  'Which post has which words, newest last within a word, so that the newest posts with a common word are read without the others (docs/decisions/0024). No foreign key: its cascade would need a second index as large as this one. Triggers delete the rows.';
comment on table post_vocabulary is
  'Every word used by a post: finds words that begin like it, and similar ones that no post has.';
comment on table tags is
  'Every tag used by a post.';
comment on table post_words_fill is
  'Up to which post the words of posts are still missing, because the posts are older than the search. A job adds them in batches; 0 when all are done.';
comment on table message_media is
  'What a message shows beside its text. Rows go when the message is taken back, and with it.';
comment on table digests is
  'Which weekly mail a member was sent last, and when it was handed to the mail server: a second job finds it there.';
comment on table section_pictures is
  'Pictures in the texts of a group''s sections, its versions and its proposals. They stay as long as the group, since an older version can be brought back.';
comment on table link_cards is
  'What the pages that posts link to say about themselves, once for each address. The picture is a copy in the media store.';
comment on table parcels is
  'What one seller of an order sends: its lines arrive, are confirmed and are paid out together.';
comment on table seller_accounts is
  'What is owed to each seller. It outlives the member, so that the ledger stays complete.';
comment on table ledger is
  'Double entry: each row moves money between accounts, and its amounts add up to 0. An amount is what is owed to the owner of the account: sellers'' are positive, and the provider''s, who has the money, is negative (docs/decisions/0027).';
comment on view ledger_entries is
  'Each account that an entry of the ledger moves, in a row of its own.';
comment on table saved_searches is
  'Searches of the market that a member wants to be notified about.';
comment on table search_notices is
  'To whom an item was announced because of a saved search: once, also if it is approved again.';
comment on table reviews is
  'Reviews of completed order lines by their buyers.';
comment on table review_images is
  'The pictures of a review.';
comment on table helpful_votes is
  'Who found which review helpful.';
comment on table item_ratings is
  'The ratings of each item, added up. How often 1 to 5 stars were given. Not columns of items and members: reviews would lock those rows, which sales need.';
comment on table seller_ratings is
  'The ratings of each seller, added up.';
comment on table payout_accounts is
  'The bank account that a seller is paid to. The full number is not stored: the provider knows it by the recipient code.';
comment on table sandbox_recipients is
  'The bank accounts that the built-in stand-in for the card provider knows, without their numbers.';
comment on table sandbox_transfers is
  'Transfers of the built-in stand-in for the card provider.';
comment on table payouts is
  'Money on its way to a seller''s bank account. The row is written before the provider is called, and has the account of that moment.';
comment on table disputes is
  'A buyer''s complaint about a line of an order. One for each line, so that a decision is final.';
comment on table dispute_messages is
  'What buyer, seller and staff wrote in a dispute.';
comment on table dispute_images is
  'The pictures of a message in a dispute.';
comment on table offers is
  'A price that a buyer proposes for an item, shown by a message to the seller.';
comment on table ledger_totals is
  'The sums of the ledger''s rows up to one of them, so that the trial balance reads the newest rows only (docs/decisions/0037). The accounts of sellers are summed in seller_accounts. One row; a job adds to it.';
comment on view trial_balance is
  'The balance of every account. The sum is 0.';
