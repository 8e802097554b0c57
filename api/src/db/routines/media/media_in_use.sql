create or replace view media_in_use as
  select profile_image as url from members where profile_image is not null
  union all
  select header_image from members where header_image is not null
  union all
  select url from post_media
  union all
  select image_url from items where image_url is not null
  union all
  select url from report_media join reports on reports.id = report_id where closed_at is null
  union all
  select image from groups where image is not null
  union all
  select header from groups where header is not null
  union all
  select url from item_images
  union all
  select image_url from order_lines where image_url is not null
  union all
  select url from message_media
  union all
  select url from section_pictures
  union all
  select image_url from link_cards where image_url is not null
  union all
  select url from review_images
  union all
  select url from dispute_images;
comment on view media_in_use is
  'The URL of every picture, video and recording that some row still needs. Others are deleted after a day.';
