import {
  asPosts,
  asProfiles,
  atOwner,
  hidden,
  hiddenFromTheBlocked,
  members,
  noMember,
  staff,
} from './row.ts'
import type { Row, Stage } from './row.ts'

const written = async ({ owner, review, somebody }: Stage) => ({
  at: { id: await review(owner, await somebody()) },
})
const authors = { own: members, foreign: noMember, blocker: hiddenFromTheBlocked, banned: hidden }

export const reviewRows: Row[] = [
  {
    call: 'GET /items/:id/reviews',
    answers: { ...asProfiles, admin: members },
    request: async ({ owner, item }) => ({ at: { id: await item(owner) } }),
  },
  { call: 'GET /user/:id/reviews', answers: { ...asProfiles, admin: members }, request: atOwner },
  {
    // The buyer alone.
    call: 'POST /items/:id/reviews',
    answers: { own: members, foreign: hidden, banned: hidden },
    request: async ({ owner, order, somebody }) => {
      const { itemId, lineId } = await order(owner, await somebody(), 'COMPLETED')
      return { at: { id: itemId }, body: { orderLineId: lineId, rating: 4, text: 'As described' } }
    },
  },
  {
    call: 'PUT /reviews/:id',
    answers: authors,
    request: async (stage) => ({ ...(await written(stage)), body: { rating: 2 } }),
  },
  {
    // The seller alone; a banned seller's sales are seen by staff.
    call: 'POST /reviews/:id/reply',
    answers: { ...authors, banned: '401 401 404 404 404 403 403 sus ban 404' },
    request: async ({ owner, review, somebody }) => ({
      at: { id: await review(await somebody(), owner) },
      body: { text: 'Thank you' },
    }),
  },
  {
    call: 'POST /reviews/:id/helpful',
    answers: { ...asPosts, own: noMember },
    request: async (stage) => ({ ...(await written(stage)), body: { helpful: true } }),
  },
  {
    call: 'DELETE /reviews/:id',
    answers: { ...authors, foreign: staff, admin: staff },
    request: written,
  },
]
