// Written by `npm run schema` from the migrated database. A test fails where they differ.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { OrderAddress } from '@rootsquare/contract/addresses'
import type { AuditAction, AuditSubject } from '@rootsquare/contract/moderation'
import type { OrderState } from '@rootsquare/contract/trade/orders'
import type { ReportTarget } from '@rootsquare/contract/reports'
import type { SectionName } from '@rootsquare/contract/sections'

export type Tables = {
  addresses: {
    id: GeneratedAlways<number>
    member_id: number
    street_number: string
    address_line1: string
    address_line2: string | null
    state_code: string
    lga_code: string
    postal_code: string | null
    unit_number: string | null
    phone_number: string | null
    created_at: Date
  }
  audit_log: {
    id: GeneratedAlways<number>
    actor_id: number | null
    member_id: number | null
    action: AuditAction
    reason: string | null
    detail: string | null
    target_type: AuditSubject | null
    target_id: number | null
    created_at: Date
  }
  blocks: {
    blocker_id: number
    blocked_id: number
    created_at: Date
  }
  bookmarks: {
    id: GeneratedAlways<number>
    member_id: number
    post_id: number
    created_at: Date
  }
  cart_lines: {
    id: GeneratedAlways<number>
    member_id: number
    item_id: number
    name: string
    count: number
    price_kobo: number
    created_at: Date
  }
  codes: {
    code_hash: Buffer
    member_id: number
    kind: 'verify' | 'reset'
    created_at: Date
    expires_at: Date
  }
  comment_likes: {
    comment_id: number
    member_id: number
    notification_id: number | null
    created_at: Date
  }
  comments: {
    id: GeneratedAlways<number>
    post_id: number
    author_id: number
    body: string
    is_hidden: Generated<boolean>
    post_author_id: GeneratedAlways<number>
    post_group_id: GeneratedAlways<number | null>
    is_post_hidden: GeneratedAlways<boolean>
    created_at: Date
    edited_at: Date | null
    version: Generated<number>
    notification_id: number | null
    parent_id: number | null
    mentioned_ids: Generated<number[]>
    reply_count: Generated<number>
    likes_count: Generated<number>
    reply_notification_id: number | null
  }
  consents: {
    id: GeneratedAlways<number>
    member_id: number
    kind: string
    wording: string
    given_at: Date
  }
  day_changes: {
    metric:
      | 'user.followers'
      | 'user.follows'
      | 'user.posts'
      | 'user.group-posts'
      | 'user.given-likes'
      | 'user.received-likes'
      | 'user.given-comments'
      | 'user.received-comments'
      | 'user.logins'
      | 'groups.membership'
      | 'groups.posts'
      | 'groups.comments'
      | 'groups.likes'
      | 'system.signups'
      | 'system.logins'
      | 'system.posts'
      | 'system.group-memberships'
      | 'system.bans'
      | 'system.suspensions'
    subject_id: number
    day: string
    step: number
  }
  day_counts: {
    metric:
      | 'user.followers'
      | 'user.follows'
      | 'user.posts'
      | 'user.group-posts'
      | 'user.given-likes'
      | 'user.received-likes'
      | 'user.given-comments'
      | 'user.received-comments'
      | 'user.logins'
      | 'groups.membership'
      | 'groups.posts'
      | 'groups.comments'
      | 'groups.likes'
      | 'system.signups'
      | 'system.logins'
      | 'system.posts'
      | 'system.group-memberships'
      | 'system.bans'
      | 'system.suspensions'
    subject_id: number
    day: string
    value: number
  }
  digests: {
    member_id: number
    due_at: Date
    sent_at: Date | null
  }
  dispute_images: {
    message_id: number
    position: number
    url: string
    thumbnail_url: string | null
  }
  dispute_messages: {
    id: GeneratedAlways<number>
    dispute_id: number
    author_id: number | null
    role: 'buyer' | 'seller' | 'staff'
    body: string
    created_at: Date
  }
  disputes: {
    id: GeneratedAlways<number>
    order_id: number
    order_line_id: number
    buyer_id: number | null
    seller_id: number | null
    reason: 'NOT_RECEIVED' | 'NOT_AS_DESCRIBED' | 'DAMAGED' | 'OTHER'
    state: Generated<'OPEN' | 'DECIDED' | 'WITHDRAWN'>
    decision: 'REFUND_BUYER' | 'PAY_SELLER' | 'SPLIT' | null
    buyer_kobo: number | null
    decided_by: number | null
    decided_as: 'seller' | 'staff' | null
    decision_reason: string | null
    created_at: Date
    decided_at: Date | null
    sort_key: GeneratedAlways<number>
  }
  familiar_addresses: {
    member_id: number
    address_hash: Buffer
    seen_at: Date
  }
  favorites: {
    member_id: number
    item_id: number
    created_at: Date
  }
  finished_sales: {
    seller_id: number
    n: number
  }
  follows: {
    follower_id: number
    followed_id: number
    created_at: Date
    notification_id: number | null
  }
  genres: {
    id: GeneratedAlways<number>
    name: string
  }
  groups: {
    id: GeneratedAlways<number>
    slug: string | null
    name: string
    description: Generated<string>
    image: string | null
    header: string | null
    language: string | null
    greeting: string | null
    state_codes: Generated<string[]>
    other_names: Generated<string[]>
    exonyms: Generated<string[]>
    members_count: Generated<number>
    search_text: GeneratedAlways<string | null>
    sort_name: GeneratedAlways<string | null>
    created_at: Date
    version: Generated<number>
  }
  helpful_votes: {
    review_id: number
    member_id: number
    created_at: Date
  }
  high_fanout_authors: {
    member_id: number
  }
  idempotency_keys: {
    member_id: number
    key: string
    fingerprint: Buffer
    status: number | null
    answer: string | null
    created_at: Date
  }
  item_counts: {
    genre_id: number
    n: number
  }
  item_genres: {
    item_id: number
    genre_id: number
  }
  item_images: {
    item_id: number
    position: number
    url: string
    thumbnail_url: string | null
  }
  item_ratings: {
    item_id: number
    spread: Generated<unknown>
    count: GeneratedAlways<number>
    average: GeneratedAlways<unknown | null>
  }
  item_words: {
    item_id: number
    word: string
    place: number
    is_listed: boolean
    seller_id: number
  }
  items: {
    id: GeneratedAlways<number>
    seller_id: number
    name: string
    description: string
    price_kobo: number
    stock: number
    image_url: string | null
    thumbnail_url: string | null
    is_approved: Generated<boolean>
    disapproval_reason: string | null
    is_hidden: Generated<boolean>
    deleted_at: Date | null
    search_text: GeneratedAlways<string | null>
    created_at: Date
    offers_pickup: Generated<boolean>
    offers_delivery: Generated<boolean>
    fee_same_state_kobo: Generated<number>
    fee_other_state_kobo: Generated<number>
    state_code: string | null
    lga_code: string | null
    is_in_stock: GeneratedAlways<boolean>
    approved_fee_same_state_kobo: number | null
    approved_fee_other_state_kobo: number | null
  }
  ledger: {
    id: GeneratedAlways<number>
    kind:
      | 'PAYMENT'
      | 'SALE'
      | 'WRITE_OFF'
      | 'CANCEL'
      | 'RELEASE'
      | 'HOLD'
      | 'DISPUTE'
      | 'REFUND'
      | 'REFUND_PAID'
      | 'REFUND_SETTLED'
      | 'CHARGEBACK'
      | 'PAYOUT'
      | 'PAYOUT_PAID'
      | 'PAYOUT_RETURNED'
    seller_account_id: number | null
    order_id: number | null
    order_line_id: number | null
    payout_id: number | null
    reference: string | null
    provider_kobo: Generated<number>
    fees_kobo: Generated<number>
    clearing_kobo: Generated<number>
    refunds_kobo: Generated<number>
    commission_kobo: Generated<number>
    chargebacks_kobo: Generated<number>
    held_kobo: Generated<number>
    available_kobo: Generated<number>
    on_the_way_kobo: Generated<number>
    created_at: Date
    platform_kobo: Generated<number>
  }
  ledger_entries: {
    ledger_id: number
    kind: string
    seller_account_id: number
    order_id: number
    reference: string
    account: string
    amount_kobo: number
    created_at: Date
  }
  ledger_totals: {
    is_only: Generated<boolean>
    up_to_id: Generated<number>
    provider_kobo: Generated<number>
    fees_kobo: Generated<number>
    clearing_kobo: Generated<number>
    refunds_kobo: Generated<number>
    commission_kobo: Generated<number>
    chargebacks_kobo: Generated<number>
  }
  lgas: {
    code: string
    state_code: string
    name: string
    aliases: Generated<string[]>
  }
  likes: {
    post_id: number
    member_id: number
    post_author_id: GeneratedAlways<number>
    post_group_id: GeneratedAlways<number | null>
    is_post_hidden: GeneratedAlways<boolean>
    created_at: Date
    notification_id: number | null
  }
  link_cards: {
    id: GeneratedAlways<number>
    url: string
    state: Generated<'pending' | 'ready' | 'failed'>
    title: string | null
    description: string | null
    site: string | null
    image_url: string | null
    fetched_at: Date | null
  }
  live_events: {
    member_id: number
    number: number
    kind: 'message' | 'read' | 'block' | 'quiet' | 'order'
    message_ids: Generated<number[]>
    other_id: number | null
    created_at: Date
    state: string | null
  }
  logins: {
    id: GeneratedAlways<number>
    member_id: number | null
    created_at: Date
  }
  mailboxes: {
    member_id: number
    last_event: Generated<number>
    last_at: Generated<Date>
  }
  media: {
    id: GeneratedAlways<number>
    owner_id: number | null
    url: string
    keys: string[]
    thumbnail_url: string | null
    type: string
    bytes: number
    width: number | null
    height: number | null
    stored_at: Date | null
    claimed_at: Date
    created_at: Date
    duration_ms: number | null
  }
  media_in_use: {
    url: string
  }
  members: {
    id: GeneratedAlways<number>
    username: string
    email: string
    password_hash: string
    firstname: string
    lastname: string
    phone_number: string | null
    phone_e164: string | null
    bio: string | null
    profile_image: string | null
    header_image: string | null
    role: Generated<'USER' | 'ADMIN' | 'SUPERADMIN'>
    group_id: number | null
    shows_group: Generated<boolean>
    verified_at: Date | null
    banned_at: Date | null
    ban_reason: string | null
    suspended_until: Date | null
    suspension_reason: string | null
    suspended_at: Date | null
    suspended_by: number | null
    closure_requested_at: Date | null
    followers_count: Generated<number>
    following_count: Generated<number>
    posts_count: Generated<number>
    groups_count: Generated<number>
    items_count: Generated<number>
    search_text: GeneratedAlways<string | null>
    created_at: Date
    version: Generated<number>
    shows_presence: Generated<boolean>
  }
  memberships: {
    group_id: number
    member_id: number
    is_moderator: Generated<boolean>
    joined_at: Date
  }
  mentions: {
    post_id: number | null
    comment_id: number | null
    member_id: number
    notification_id: number | null
    created_at: Date
  }
  message_media: {
    message_id: number
    position: number
    url: string
    thumbnail_url: string | null
    type: 'image' | 'audio'
    width: number | null
    height: number | null
    duration_ms: number | null
  }
  messages: {
    id: GeneratedAlways<number>
    sender_id: number | null
    receiver_id: number
    body: string
    item_id: number | null
    read_at: Date | null
    created_at: Date
    mentioned_ids: Generated<number[]>
    has_media: Generated<boolean>
    deleted_at: Date | null
  }
  notification_actors: {
    notification_id: number
    actor_id: number
    created_at: Date
  }
  notification_settings: {
    member_id: number
    kind:
      | 'LIKE'
      | 'COMMENT'
      | 'REPLY'
      | 'COMMENT_LIKE'
      | 'MENTION'
      | 'FOLLOW'
      | 'PROPOSAL'
      | 'MODERATION'
      | 'ORDER'
      | 'REVIEW'
      | 'DISPUTE'
      | 'PAYOUT'
      | 'MESSAGE'
    in_app: Generated<boolean>
    push: Generated<boolean>
    mail: Generated<boolean>
  }
  notifications: {
    id: GeneratedAlways<number>
    member_id: number
    kind:
      | 'LIKE'
      | 'COMMENT'
      | 'REPLY'
      | 'COMMENT_LIKE'
      | 'MENTION'
      | 'FOLLOW'
      | 'PROPOSAL'
      | 'MODERATION'
      | 'ORDER'
      | 'REVIEW'
      | 'DISPUTE'
      | 'PAYOUT'
      | 'MESSAGE'
    target_type:
      | 'post'
      | 'comment'
      | 'group'
      | 'item'
      | 'order'
      | 'sale'
      | 'user'
      | 'dispute'
      | 'payout'
      | 'offer'
      | 'review'
      | null
    target_id: number | null
    actor_id: number | null
    body: string | null
    created_at: Date
    latest_at: Date
    read_at: Date | null
  }
  offer_uses: {
    order_id: number
    offer_id: number
  }
  offers: {
    id: GeneratedAlways<number>
    item_id: number
    buyer_id: number
    message_id: number
    item_name: string
    price_kobo: number
    state: Generated<'OPEN' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN' | 'USED' | 'LAPSED'>
    created_at: Date
    decided_at: Date | null
    valid_until: Date
  }
  order_lines: {
    id: GeneratedAlways<number>
    order_id: number
    item_id: number | null
    seller_id: number | null
    name: string
    image_url: string | null
    thumbnail_url: string | null
    unit_price_kobo: number
    quantity: number
    total_kobo: GeneratedAlways<number>
    holds_stock: Generated<boolean>
    shipped_at: Date | null
    note: string | null
    canceled_at: Date | null
    reason: string | null
    sold_at: Date | null
    finished_at: Date | null
    parcel_id: number
    refunded_kobo: Generated<number>
    refunded_at: Date | null
    released_at: Date | null
    payout_id: number | null
    reviewed_at: Date | null
    is_disputed: Generated<boolean>
    fee_refunded_kobo: Generated<number>
  }
  order_moves: {
    id: GeneratedAlways<number>
    order_id: number
    status: OrderState
    created_at: Date
  }
  orders: {
    id: GeneratedAlways<number>
    transaction_ref: string
    buyer_id: number | null
    status: Generated<'PENDING' | 'PROCESSING' | 'SHIPPED' | 'COMPLETED' | 'CANCELED' | 'FAILED'>
    total_kobo: number
    phone_number: string | null
    billing_address: ColumnType<OrderAddress | null, string, string | null>
    shipping_address: ColumnType<OrderAddress | null, string, string | null>
    held_at: Date | null
    expires_at: Date
    next_end_check_at: Date | null
    paid_at: Date | null
    shipped_at: Date | null
    moved_at: Date
    created_at: Date
    commission_percent: Generated<unknown>
    review_asked_at: Date | null
  }
  parcels: {
    id: GeneratedAlways<number>
    order_id: number
    seller_id: number | null
    method: Generated<'PICKUP' | 'DELIVERY'>
    fee_kobo: Generated<number>
    carrier: string | null
    tracking_number: string | null
    shipped_at: Date | null
    received_at: Date | null
    released_at: Date | null
    seller_account_id: number | null
    fee_refunded_kobo: Generated<number>
  }
  payment_attempts: {
    reference: string
    order_id: number
    number: number
    amount_kobo: number
    authorization_url: string | null
    opening_until: Date | null
    state: Generated<'OPEN' | 'PAID' | 'HELD' | 'REFUNDED'>
    provider_status: string | null
    paid_kobo: number | null
    currency: string | null
    held_reason: string | null
    settled_at: Date | null
    next_poll_at: Date | null
    poll_count: Generated<number>
    created_at: Date
    fee_kobo: Generated<number>
    reversed_at: Date | null
  }
  payment_events: {
    id: GeneratedAlways<number>
    digest: string
    event: string
    reference: string | null
    body: string
    received_at: Date
    handled_at: Date | null
    next_poll_at: Date | null
  }
  payout_accounts: {
    member_id: number
    bank_code: string
    bank_name: string
    account_name: string
    last4: string
    recipient_code: string
    usable_from: Date
    changed_at: Date
  }
  payouts: {
    id: GeneratedAlways<number>
    seller_account_id: number
    member_id: number | null
    amount_kobo: number
    fee_kobo: Generated<number>
    state: Generated<'PENDING' | 'SENT' | 'PAID' | 'FAILED' | 'REVERSED'>
    reference: string
    recipient_code: string
    bank_name: string | null
    last4: string | null
    provider_status: string | null
    why: string | null
    request_count: Generated<number>
    next_poll_at: Date | null
    lagos_day: string
    created_at: Date
    changed_at: Date
  }
  post_media: {
    post_id: number
    position: number
    url: string
    thumbnail_url: string | null
    type: 'image' | 'video'
    width: number | null
    height: number | null
    alt: string | null
  }
  post_tags: {
    post_id: number
    tag: string
    created_at: Date
  }
  post_vocabulary: {
    word: string
  }
  post_words: {
    word: string
    post_id: number
  }
  post_words_fill: {
    up_to_id: number
  }
  posts: {
    id: GeneratedAlways<number>
    author_id: number
    group_id: number | null
    caption: string
    location: string | null
    likes_count: Generated<number>
    comments_count: Generated<number>
    is_hidden: Generated<boolean>
    is_fanned_out: Generated<boolean>
    created_at: Date
    edited_at: Date | null
    version: Generated<number>
    mentioned_ids: Generated<number[]>
    tags: Generated<string[]>
    link_card_id: number | null
  }
  proposals: {
    id: GeneratedAlways<number>
    group_id: number
    name: SectionName
    member_id: number
    detail: string
    description: string
    note: Generated<string>
    based_on: number | null
    state: Generated<'OPEN' | 'ACCEPTED' | 'DECLINED'>
    reason: string | null
    decided_by: number | null
    decided_at: Date | null
    version_id: number | null
    created_at: Date
  }
  proposed_groups: {
    id: GeneratedAlways<number>
    member_id: number
    name: string
    folded: GeneratedAlways<string | null>
    created_at: Date
  }
  push_subscriptions: {
    id: GeneratedAlways<number>
    member_id: number
    endpoint: string
    p256dh: string
    auth: string
    created_at: Date
    session_id: string | null
  }
  recounted_days: {
    metric:
      | 'user.followers'
      | 'user.follows'
      | 'user.posts'
      | 'user.group-posts'
      | 'user.given-likes'
      | 'user.received-likes'
      | 'user.given-comments'
      | 'user.received-comments'
      | 'user.logins'
      | 'groups.membership'
      | 'groups.posts'
      | 'groups.comments'
      | 'groups.likes'
      | 'system.signups'
      | 'system.logins'
      | 'system.posts'
      | 'system.group-memberships'
      | 'system.bans'
      | 'system.suspensions'
    subject_id: number
    day: string
    value: number
  }
  refunds: {
    id: GeneratedAlways<number>
    order_id: number
    reference: string
    order_line_id: number | null
    amount_kobo: number
    state: Generated<'ASKED' | 'PENDING' | 'PROCESSED' | 'FAILED' | 'NEEDS_ATTENTION'>
    provider_id: string | null
    request_count: Generated<number>
    next_poll_at: Date | null
    created_at: Date
    changed_at: Date
    retry_count: Generated<number>
    requesting_until: Date | null
    settled_outside_at: Date | null
    paid_twice_at: Date | null
  }
  report_counts: {
    group_id: number
    target_type: ReportTarget
    is_closed: boolean
    n: number
  }
  report_media: {
    report_id: number
    url: string
  }
  reports: {
    id: GeneratedAlways<number>
    reporter_id: number | null
    reported_id: number
    target_type: 'post' | 'comment' | 'user' | 'chat' | 'item' | 'review'
    target_id: number
    group_id: number | null
    reason: string
    snapshot: ColumnType<unknown, string, string>
    closed_at: Date | null
    closed_by: number | null
    search_text: GeneratedAlways<string>
    created_at: Date
  }
  resumable_uploads: {
    id: string
    owner_id: number
    bytes: number
    preset: string
    poster_id: string | null
    reply: unknown | null
    created_at: Date
  }
  retired_usernames: {
    username_hash: Buffer
    until: Date
  }
  review_images: {
    review_id: number
    position: number
    url: string
  }
  reviews: {
    id: GeneratedAlways<number>
    item_id: number
    seller_id: number
    author_id: number
    order_line_id: number
    rating: number
    body: string
    helpful_count: Generated<number>
    reply: string | null
    replied_at: Date | null
    is_hidden: Generated<boolean>
    created_at: Date
    edited_at: Date | null
  }
  sandbox_recipients: {
    id: GeneratedAlways<number>
    recipient_code: string
    behaviour: string
  }
  sandbox_refunds: {
    id: GeneratedAlways<number>
    transaction_id: number
    amount_kobo: number
    status: string
    merchant_note: string | null
    created_at: Date
  }
  sandbox_transactions: {
    id: GeneratedAlways<number>
    reference: string
    access_code: string
    amount_kobo: number
    currency: string
    callback_url: string | null
    cancel_url: string | null
    status: Generated<string>
    gateway_response: string | null
    card: string | null
    paid_at: Date | null
    created_at: Date
    channel: Generated<string>
  }
  sandbox_transfers: {
    id: GeneratedAlways<number>
    reference: string
    recipient_id: number
    amount_kobo: number
    reason: string | null
    status: string
    created_at: Date
  }
  saved_searches: {
    id: GeneratedAlways<number>
    member_id: number
    name: string | null
    genre_id: number | null
    min_price_kobo: number | null
    max_price_kobo: number | null
    state_code: string | null
    in_stock: Generated<boolean>
    method: 'PICKUP' | 'DELIVERY' | null
    words: GeneratedAlways<string[] | null>
    created_at: Date
  }
  search_notices: {
    item_id: number
    member_id: number
    created_at: Date
  }
  section_pictures: {
    group_id: number
    url: string
  }
  section_versions: {
    id: GeneratedAlways<number>
    group_id: number
    name: SectionName
    detail: string
    description: string
    author_id: number | null
    restored_from: number | null
    created_at: Date
  }
  sections: {
    group_id: number
    name: 'About' | 'History' | 'Culture' | 'Art & Craft' | 'Diet' | 'Festivals'
    detail: Generated<string>
    description: Generated<string>
    updated_at: Date | null
    version_id: number | null
  }
  seller_accounts: {
    id: GeneratedAlways<number>
    member_id: number | null
    held_kobo: Generated<number>
    available_kobo: Generated<number>
    on_the_way_kobo: Generated<number>
  }
  seller_ratings: {
    seller_id: number
    spread: Generated<unknown>
    count: GeneratedAlways<number>
    average: GeneratedAlways<unknown | null>
  }
  sessions: {
    id: string
    member_id: number
    created_at: Date
    expires_at: Date
  }
  states: {
    code: string
    name: string
    capital: string
    zone: string
  }
  tags: {
    tag: string
  }
  threads: {
    owner_id: number
    other_id: number | null
    last_message_id: number
    unread_count: Generated<number>
    started_at: Date | null
    side: GeneratedAlways<number>
    pushed_at: Date | null
    pushed_message_id: number | null
  }
  timeline_posts: {
    member_id: number
    post_id: number
    author_id: number
  }
  timelines: {
    member_id: number
    seen_at: Date
    is_filled: Generated<boolean>
    floor_id: Generated<number>
  }
  trial_balance: {
    account: string
    amount_kobo: number
  }
  upload_parts: {
    upload_id: string
    starts_at: number
    content: Buffer
  }
  words: {
    word: string
    letters: GeneratedAlways<string | null>
  }
}

/** What is counted per day: the path of the call that reports it, without the id. */
export type Metric = Tables['day_counts']['metric']
