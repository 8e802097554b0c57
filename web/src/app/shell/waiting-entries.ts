import { propertyOf } from '#web/lib/browser/property-of.ts'
import { outboxPrefix } from '#web/lib/storage/database.ts'
import { storedValues } from '#web/lib/storage/member-store.ts'

/** What waits in the outbox, as the list of it shows it. */
export type WaitingEntry = {
  path: string
  what: string
  text: string
  error: string | null
  /** The page that it belongs to, if there is one. */
  href: string | null
  stored: object
}

type Named = { what: string; href: string | null }

/** What a press of a switch means, by the name of its kind: when it is turned on, and when off. */
const values: Record<string, [on: string, off: string, href?: (ids: unknown[]) => string]> = {
  'post-like': ['Like of a post', 'Taking back the like of a post', postPage],
  bookmark: ['Saving a post', 'Removing a saved post', postPage],
  'comment-like': ['Like of a comment', 'Taking back the like of a comment', postPage],
  follow: ['Following a member', 'Unfollowing a member'],
  favourite: ['Favourite', 'Removing a favourite', ([id]) => `/marketplace?item=${String(id)}`],
  helpful: ['Marking a review as helpful', 'Taking back that a review was helpful'],
  'cart-count': ['Change of your cart', 'Removing an item from your cart', () => '/cart'],
  'notification-switch': ['Turning on notifications', 'Turning off notifications'],
  'profile-switch': ['Change of your profile', 'Change of your profile'],
}

function postPage([id]: unknown[]): string {
  return `/post/${String(id)}`
}

/** Returns what waits to be sent, oldest first. */
export function waitingEntries(memberId: number): WaitingEntry[] {
  const entries = [...storedValues(memberId, outboxPrefix)].flatMap(([path, stored]) => {
    if (typeof stored !== 'object' || stored === null) return []
    const [text, error] = [propertyOf(stored, 'text'), propertyOf(stored, 'error')]
    const at = Number(propertyOf(stored, 'position'))
    const shown = { text: String(text ?? ''), error: typeof error === 'string' ? error : null }
    return [{ path, at, stored, ...shown, ...nameOf(stored) }]
  })
  return entries.sort((one, other) => one.at - other.at)
}

function nameOf(stored: object): Named {
  const [kind, id] = [propertyOf(stored, 'kind'), Number(propertyOf(stored, 'receiverId'))]
  if (kind === 'message') return { what: 'Message', href: `/messages/${id}` }
  if (kind === 'comment') return { what: 'Comment', href: postPage([id]) }
  if (kind === 'post') return { what: 'Post', href: id === 0 ? '/user' : `/group/${id}` }
  const item = propertyOf(stored, 'item')
  const [name, ids, value] = ['name', 'ids', 'value'].map((one) => propertyOf(item, one))
  const [on, off, href] = values[String(name)] ?? ['Change', 'Change']
  const isOn = value !== false && value !== 0
  return { what: isOn ? on : off, href: href && Array.isArray(ids) ? href(ids) : null }
}
