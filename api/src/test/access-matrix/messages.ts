import {
  asPosts,
  forMembers,
  hidden,
  members,
  nonsense,
  openToTheBlocked,
  row,
  type Row,
  type Fixture,
} from './row.ts'

const reason = 'Sells what is not there'
const report = (target: Record<string, number>) => ({ body: { eventType: 'REPORT', reason, ...target } })

const openToAll = { ...forMembers, blocker: openToTheBlocked }
const withOwner = async ({ me, owner, message, somebody }: Fixture) => {
  await message(owner, owner.id === me.id ? await somebody() : me)
  return { at: { userId: owner.id } }
}
const received = async ({ owner, message, somebody }: Fixture) => ({
  at: { chatId: await message(await somebody(), owner) },
})
const sent = async ({ owner, message, somebody }: Fixture) => ({
  at: { chatId: await message(owner, await somebody()) },
})

export const messageRows: Row[] = [
  row(
    'POST /messaging/create, a message to a member',
    { ...asPosts, own: nonsense, admin: members },
    ({ owner }) => ({ body: { eventType: 'MESSAGE', message: 'Good morning', userId: owner.id } }),
  ),
  row('POST /messaging/create, a report on a post', { ...asPosts, own: nonsense }, async ({ owner, post }) =>
    report({ postId: await post(owner) }),
  ),
  row(
    'POST /messaging/create, a report on a comment',
    { ...openToAll, own: nonsense, banned: hidden },
    async ({ owner, comment }) => report({ commentId: await comment(owner) }),
  ),
  row(
    'POST /messaging/create, a report on a message between the caller and the owner',
    { ...openToAll, own: nonsense },
    async ({ me, owner, message, somebody }) =>
      report({ chatId: await message(owner, owner.id === me.id ? await somebody() : me) }),
  ),
  row(
    'POST /messaging/create, a report on a message to somebody else',
    { own: nonsense, foreign: hidden },
    async ({ owner, message, somebody }) => report({ chatId: await message(owner, await somebody()) }),
  ),
  row('POST /messaging/create, a report on an item', { ...asPosts, own: nonsense }, async ({ owner, item }) =>
    report({ itemId: await item(owner) }),
  ),
  row(
    'POST /messaging/create, a report on a member',
    { ...openToAll, own: nonsense, admin: members },
    ({ owner }) => report({ reportedUserId: owner.id }),
  ),
  row('GET /messaging/received', { any: members }),
  row('GET /messaging/sent', { any: members }),
  row('GET /messaging/inbox', { any: members }),
  row('GET /messaging/unread', { any: members }),
  row('GET /messaging/with/:userId', { ...openToAll, own: hidden }, withOwner),
  // Only the receiver: not even staff can read the messages of others.
  row('PATCH /messaging/read/:chatId, by its receiver', { own: members, foreign: hidden }, received),
  row('PATCH /messaging/read/:chatId, by its sender', { own: hidden }, sent),
  row('PATCH /messaging/read/with/:userId', openToAll, withOwner),
  row('DELETE /messaging/:chatId, by its sender', { own: members, foreign: hidden }, sent),
  row('DELETE /messaging/:chatId, by its receiver', { own: hidden }, received),
  // The answer does not say whether the message arrives, so that it does not reveal a block.
  row('POST /messaging/typing/:userId', openToAll, ({ owner }) => ({ at: { userId: owner.id } })),
  row('POST /messaging/presence/:userId', openToAll, ({ owner }) => ({ at: { userId: owner.id } })),
  row('GET /live', { any: members }),
]
