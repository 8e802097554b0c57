import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AuditAction, AuditSubject } from '@rootsquare/contract/moderation'
import type { AnalyticsTables } from './analytics-tables.ts'
import type { OrderTables } from './order-tables.ts'
import type { ReportTarget } from '@rootsquare/contract/reports'
import type { Role } from '@rootsquare/contract/roles'
import type { SectionName } from '@rootsquare/contract/sections'

type ProposalState = 'OPEN' | 'ACCEPTED' | 'DECLINED'

/** Always the clock's, never the database's own now(). */
type Time = Date
type MaybeTime = Date | null
type Id = GeneratedAlways<number>

export type Tables = OrderTables &
  AnalyticsTables & {
    states: { code: string; name: string; capital: string; zone: string }
    lgas: { code: string; state_code: string; name: string; aliases: string[] }
    groups: {
      id: Id
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
      search_text: GeneratedAlways<string>
      sort_name: GeneratedAlways<string>
      created_at: Time
    }
    sections: {
      group_id: number
      name: SectionName
      detail: Generated<string>
      description: Generated<string>
      version_id: number | null
      updated_at: MaybeTime
    }
    section_versions: {
      id: Id
      group_id: number
      name: SectionName
      detail: string
      description: string
      author_id: number | null
      restored_from: number | null
      created_at: Time
    }
    proposals: {
      id: Id
      group_id: number
      name: SectionName
      member_id: number
      detail: string
      description: string
      note: Generated<string>
      based_on: number | null
      state: ColumnType<ProposalState, ProposalState | undefined, ProposalState>
      reason: string | null
      decided_by: number | null
      decided_at: MaybeTime
      version_id: number | null
      created_at: Time
    }
    members: {
      id: Id
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
      role: ColumnType<Role, Role | undefined, Role>
      group_id: number | null
      shows_group: Generated<boolean>
      verified_at: MaybeTime
      banned_at: MaybeTime
      ban_reason: string | null
      suspended_until: MaybeTime
      suspension_reason: string | null
      suspended_at: MaybeTime
      suspended_by: number | null
      closure_asked_at: MaybeTime
      followers_count: Generated<number>
      following_count: Generated<number>
      posts_count: Generated<number>
      groups_count: Generated<number>
      items_count: Generated<number>
      search_text: GeneratedAlways<string>
      created_at: Time
    }
    sessions: { id: string; member_id: number; created_at: Time; expires_at: Time }
    logins: { id: Id; member_id: number | null; created_at: Time }
    codes: {
      code_hash: Buffer
      member_id: number
      kind: 'verify' | 'reset'
      created_at: Time
      expires_at: Time
    }
    consents: { id: Id; member_id: number; kind: string; wording: string; given_at: Time }
    familiar_addresses: { member_id: number; address_hash: Buffer; seen_at: Time }
    retired_usernames: { username_hash: Buffer; until: Time }
    idempotency_keys: {
      member_id: number
      key: string
      fingerprint: Buffer
      status: number | null
      answer: string | null
      created_at: Time
    }
    media: {
      id: Id
      owner_id: number | null
      url: string
      thumbnail_url: string | null
      keys: string[]
      type: string
      bytes: number
      width: number | null
      height: number | null
      created_at: Time
      stored_at: MaybeTime
      claimed_at: Time
    }
    media_in_use: { url: string }
    memberships: { group_id: number; member_id: number; is_moderator: Generated<boolean>; joined_at: Time }
    follows: { follower_id: number; followed_id: number; created_at: Time }
    blocks: { blocker_id: number; blocked_id: number; created_at: Time }
    posts: {
      id: Id
      author_id: number
      group_id: number | null
      caption: string
      location: string | null
      likes_count: Generated<number>
      comments_count: Generated<number>
      is_hidden: Generated<boolean>
      is_spread: Generated<boolean>
      created_at: Time
      edited_at: MaybeTime
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
    likes: {
      post_id: number
      member_id: number
      post_author_id: GeneratedAlways<number>
      post_group_id: GeneratedAlways<number | null>
      is_post_hidden: GeneratedAlways<boolean>
      created_at: Time
    }
    comments: {
      id: Id
      post_id: number
      author_id: number
      post_author_id: GeneratedAlways<number>
      post_group_id: GeneratedAlways<number | null>
      is_post_hidden: GeneratedAlways<boolean>
      body: string
      is_hidden: Generated<boolean>
      created_at: Time
      edited_at: MaybeTime
    }
    timelines: {
      member_id: number
      seen_at: Time
      is_filled: Generated<boolean>
      floor_id: Generated<number>
    }
    timeline_posts: { member_id: number; post_id: number; author_id: number }
    wide_authors: { member_id: number }
    reports: {
      id: Id
      reporter_id: number | null
      reported_id: number
      target_type: ReportTarget
      target_id: number
      group_id: number | null
      reason: string
      snapshot: ColumnType<unknown, string, string>
      addressed_at: MaybeTime
      addressed_by: number | null
      search_text: GeneratedAlways<string>
      created_at: Time
    }
    report_media: { report_id: number; url: string }
    report_counts: { group_id: number; target_type: ReportTarget; is_addressed: boolean; n: number }
    audit_log: {
      id: Id
      actor_id: number
      member_id: number | null
      action: AuditAction
      reason: string | null
      detail: string | null
      target_type: AuditSubject | null
      target_id: number | null
      created_at: Time
    }
    genres: { id: Id; name: string }
    items: {
      id: Id
      seller_id: number
      name: string
      description: string
      price_kobo: number
      stock: number
      image_url: string | null
      thumbnail_url: string | null
      is_approved: Generated<boolean>
      is_hidden: Generated<boolean>
      disapproval_reason: string | null
      search_text: GeneratedAlways<string>
      created_at: Time
      deleted_at: MaybeTime
    }
    item_images: { item_id: number; position: number; url: string; thumbnail_url: string | null }
    item_counts: { genre_id: number; n: number }
    words: { word: string; letters: GeneratedAlways<string> }
    item_words: { item_id: number; word: string; place: number; is_listed: boolean; seller_id: number }
    favorites: { member_id: number; item_id: number; created_at: Time }
    cart_lines: {
      id: Id
      member_id: number
      item_id: number
      name: string
      count: number
      price_kobo: number
      created_at: Time
    }
    messages: {
      id: Id
      sender_id: number | null
      receiver_id: number
      body: string
      item_id: number | null
      read_at: MaybeTime
      created_at: Time
    }
    threads: {
      owner_id: number
      other_id: number | null
      last_message_id: number
      unread_count: Generated<number>
      begun_at: MaybeTime
      side: GeneratedAlways<number>
    }
    mailboxes: { member_id: number; last_event: Generated<number>; last_at: Generated<Date> }
    live_events: {
      member_id: number
      number: number
      kind: 'message' | 'read' | 'block' | 'quiet'
      message_ids: Generated<number[]>
      other_id: number | null
      created_at: Time
    }
    item_genres: { item_id: number; genre_id: number }
  }
