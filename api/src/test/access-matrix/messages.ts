import { asPosts, hidden, members, nonsense, openToTheBlocked, type Row, type Stage } from './row.ts'

const reason = 'Sells what is not there'
const report = (target: Record<string, number>) => ({ body: { eventType: 'REPORT', reason, ...target } })

export const messageRows: Row[] = [
  {
    call: 'POST /messaging/create',
    what: 'a message to a member',
    answers: { ...asPosts, own: nonsense, admin: members },
    request: ({ owner }) => ({ body: { eventType: 'MESSAGE', message: 'Good morning', userId: owner.id } }),
  },
  {
    call: 'POST /messaging/create',
    what: 'a report on a post',
    answers: { ...asPosts, own: nonsense },
    request: async ({ owner, post }) => report({ postId: await post(owner) }),
  },
  {
    call: 'POST /messaging/create',
    what: 'a report on a comment',
    answers: { own: nonsense, foreign: members, blocker: openToTheBlocked, banned: hidden },
    request: async ({ owner, comment }) => report({ commentId: await comment(owner) }),
  },
  {
    call: 'POST /messaging/create',
    what: 'a report on a message between the caller and the owner',
    answers: { own: nonsense, foreign: members, blocker: openToTheBlocked },
    request: async ({ me, owner, message, somebody }) =>
      report({ chatId: await message(owner, owner.id === me.id ? await somebody() : me) }),
  },
  {
    call: 'POST /messaging/create',
    what: 'a report on a message to somebody else',
    answers: { own: nonsense, foreign: hidden },
    request: async ({ owner, message, somebody }) =>
      report({ chatId: await message(owner, await somebody()) }),
  },
  {
    call: 'POST /messaging/create',
    what: 'a report on an item',
    answers: { ...asPosts, own: nonsense },
    request: async ({ owner, item }) => report({ itemId: await item(owner) }),
  },
  {
    call: 'POST /messaging/create',
    what: 'a report on a member',
    answers: { own: nonsense, foreign: members, blocker: openToTheBlocked, admin: members },
    request: ({ owner }) => report({ reportedUserId: owner.id }),
  },
  { call: 'GET /messaging/received', answers: { any: members } },
  { call: 'GET /messaging/sent', answers: { any: members } },
  { call: 'GET /messaging/inbox', answers: { any: members } },
  { call: 'GET /messaging/unread', answers: { any: members } },
  {
    call: 'GET /messaging/with/:userId',
    answers: { own: hidden, foreign: members, blocker: openToTheBlocked },
    request: async ({ me, owner, message, somebody }) => {
      await message(owner, owner.id === me.id ? await somebody() : me)
      return { at: { userId: owner.id } }
    },
  },
  {
    // Only the receiver: not even staff can read the messages of others.
    call: 'PATCH /messaging/read/:chatId',
    what: 'by its receiver',
    answers: { own: members, foreign: hidden },
    request: async ({ owner, message, somebody }) => ({
      at: { chatId: await message(await somebody(), owner) },
    }),
  },
  {
    call: 'PATCH /messaging/read/:chatId',
    what: 'by its sender',
    answers: { own: hidden },
    request: async ({ owner, message, somebody }) => ({
      at: { chatId: await message(owner, await somebody()) },
    }),
  },
  {
    call: 'PATCH /messaging/read/with/:userId',
    answers: { own: members, foreign: members, blocker: openToTheBlocked },
    request: async ({ me, owner, message, somebody }) => {
      await message(owner, owner.id === me.id ? await somebody() : me)
      return { at: { userId: owner.id } }
    },
  },
  {
    call: 'DELETE /messaging/:chatId',
    what: 'by its sender',
    answers: { own: members, foreign: hidden },
    request: async ({ owner, message, somebody }) => ({
      at: { chatId: await message(owner, await somebody()) },
    }),
  },
  {
    call: 'DELETE /messaging/:chatId',
    what: 'by its receiver',
    answers: { own: hidden },
    request: async ({ owner, message, somebody }) => ({
      at: { chatId: await message(await somebody(), owner) },
    }),
  },
  // Whether the other gets it is not in the answer, which therefore tells of no block.
  ...['POST /messaging/typing/:userId', 'POST /messaging/presence/:userId'].map((call) => ({
    call,
    answers: { own: members, foreign: members, blocker: openToTheBlocked },
    request: ({ owner }: Stage) => ({ at: { userId: owner.id } }),
  })),
  { call: 'GET /live', answers: { any: members } },
]
