import type { MemberEntry } from '@rootsquare/contract/profiles'
import type { NotificationKind } from '@rootsquare/contract/notifications'

type Acted = {
  /** The newest first. */
  actors: Pick<MemberEntry, 'firstname' | 'lastname'>[]
  count: number
  targetType: string | null
}

const acts: Partial<Record<NotificationKind, string>> = {
  LIKE: 'liked your post',
  COMMENT: 'commented on your post',
  REPLY: 'replied to your comment',
  COMMENT_LIKE: 'liked your comment',
  FOLLOW: 'started following you',
}

/** The sentence of a kind that has none of its own, such as `Ada Obi and 12 others liked your post`. */
export function textOf(kind: NotificationKind, { actors, count, targetType }: Acted): string {
  const [newest] = actors
  const name = newest ? `${newest.firstname} ${newest.lastname}` : 'Somebody'
  const act = acts[kind] ?? `mentioned you in a ${targetType ?? 'post'}`
  return `${name}${others(count - 1)} ${act}`
}

function others(count: number): string {
  if (count < 1) return ''
  return count === 1 ? ' and 1 other' : ` and ${count.toLocaleString('en')} others`
}
