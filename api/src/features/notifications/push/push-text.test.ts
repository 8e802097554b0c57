import {
  notificationKinds,
  type Notification,
  type NotificationKind,
} from '@rootsquare/contract/notifications'
import { brand } from '@rootsquare/contract/product'
import { describe, expect, test } from 'vitest'
import { pushText } from './push-text.ts'

const reference = 'RS-2026-7F3K9Q2M'
const name = 'Aso oke, hand woven, for a wedding in Ibadan. Or elsewhere'
const actor = 'Oluwaseunfunmi Adebayo-Ogunlesi and 12 others'
type Target = NonNullable<Notification['target']>
const at = (type: Target['type'], title: string): Target => ({
  type,
  id: 7,
  title,
  thumbnail: null,
  postId: null,
  isSale: false,
})
const build = (kind: NotificationKind, text: string, target: Target | null): Notification => ({
  id: 1,
  kind,
  actors: [],
  actorCount: 1,
  target,
  excerpt: null,
  text,
  read: false,
  createdDate: '2026-11-17T00:00:00.000Z',
})

const onPost = at('post', 'New yam')
const onGroup = at('group', 'Yoruba')
const onOrder = at('order', reference)
const onItem = at('item', name)
/** Sentences of every kind, each in a short and a long form. */
const catalogue: Record<NotificationKind, [Target | null, ...string[]]> = {
  LIKE: [onPost, 'Ada Obi liked your post', `${actor} liked your post`],
  COMMENT: [onPost, 'Ada Obi commented on your post', `${actor} commented on your post`],
  REPLY: [onPost, 'Ada Obi replied to your comment', `${actor} replied to your comment`],
  COMMENT_LIKE: [onPost, 'Ada Obi liked your comment', `${actor} liked your comment`],
  MENTION: [onPost, 'Ada Obi mentioned you in a post', `${actor} mentioned you in a comment`],
  FOLLOW: [null, 'Ada Obi started following you', `${actor} started following you`],
  PROPOSAL: [
    onGroup,
    'Your change of Diet in Yoruba was accepted',
    'Your change of Traditional Clothing in Yoruba was declined',
  ],
  MODERATION: [
    onGroup,
    'You are now a moderator of Yoruba',
    `A moderator has removed your item “${name}”. The reason: Stolen goods`,
    'Our moderators have dealt with the reports that you have made',
  ],
  ORDER: [
    onOrder,
    `Your order ${reference} is paid`,
    `A payment for your order ${reference} is on its way back to you`,
    `2 × “${name}” is sold and paid`,
    `2 × “${name}”, 1 × “Drum” of your order ${reference} has been canceled`,
    `The seller has accepted your offer of ₦4,500.00 for “${name}”. The price holds for 48 hours`,
  ],
  REVIEW: [onItem, '“Drum” has a new review: 4 of 5 stars', `“${name}” has a new review: 4 of 5 stars`],
  DISPUTE: [
    at('dispute', name),
    'The dispute about 1 × “Drum” is decided. The buyer gets ₦5,000.00 back.',
    `Something is wrong with 2 × “${name}”, says its buyer`,
  ],
  PAYOUT: [
    at('payout', '₦1,000.00'),
    'Your money is on its way to GTBank ••••6789',
    'A payout to First City Monument Bank ••••6789 was sent back by the bank',
  ],
}

const cases = notificationKinds.flatMap((kind) => {
  const [target, ...texts] = catalogue[kind]
  return texts.map((text) => [kind, text, target] as const)
})

test.each(cases)('%s: “%s” has a title of its own that nothing repeats', (kind, text, target) => {
  const { title, body } = pushText(build(kind, text, target))
  expect([...title].length).toBeLessThanOrEqual(50)
  expect(title).not.toContain(brand)
  expect(title).not.toBe('')
  expect(body).not.toContain(title)
  const all = `${title}\n${body}`
  expect(all.split(reference)).toHaveLength(target === onOrder ? 2 : 1)
  for (const sentence of text.split('. ')) expect(all.split(sentence).length).toBeLessThanOrEqual(2)
})

describe('a long sentence', () => {
  test('keeps what happened in its title by shorter names', () => {
    expect(pushText(build('ORDER', `2 × “${name}” is sold and paid`, onOrder))).toEqual({
      title: '2 × “Aso oke, hand woven, for a…” is sold and paid',
      body: reference,
    })
  })

  test('is split after its first sentence', () => {
    const text = `A moderator has removed your item “${name}”. The reason: Stolen goods`
    expect(pushText(build('MODERATION', text, null))).toEqual({
      title: 'A moderator has removed your item “Aso oke, han…”',
      body: 'The reason: Stolen goods',
    })
  })

  test('follows its title where no name can be shorter', () => {
    const text = `${actor} liked your post`
    const title = 'Your post was liked'
    expect(pushText(build('LIKE', text, onPost))).toEqual({ title, body: `${text}\nNew yam` })
  })

  test('has at most 300 characters in its body', () => {
    const { body } = pushText(build('LIKE', 'Ada Obi liked your post', at('post', 'x'.repeat(400))))
    expect(body).toHaveLength(300)
  })
})
