import {
  asPosts,
  asProfiles,
  atOwner,
  hidden,
  hiddenFromTheBlocked,
  members,
  noMember,
  row,
  staff,
  withBody,
  type Row,
  type Fixture,
} from './row.ts'

const written = async ({ owner, review, somebody }: Fixture) => ({
  at: { id: await review(owner, await somebody()) },
})
const authors = { own: members, foreign: noMember, blocker: hiddenFromTheBlocked, banned: hidden }

export const reviewRows: Row[] = [
  row('GET /items/:id/reviews', { ...asProfiles, admin: members }, async ({ owner, item }) => ({
    at: { id: await item(owner) },
  })),
  row('GET /user/:id/reviews', { ...asProfiles, admin: members }, atOwner),
  // Only the buyer may do this.
  row(
    'POST /items/:id/reviews',
    { own: members, foreign: hidden, banned: hidden },
    async ({ owner, order, somebody }) => {
      const { itemId, lineId } = await order(owner, await somebody(), 'COMPLETED')
      return { at: { id: itemId }, body: { orderLineId: lineId, rating: 4, text: 'As described' } }
    },
  ),
  row('PUT /reviews/:id', authors, withBody(written, { rating: 2 })),
  // Only the seller may do this. Staff see the sales of a banned seller.
  row(
    'POST /reviews/:id/reply',
    { ...authors, banned: '401 401 404 404 404 403 403 sus ban 404' },
    async ({ owner, review, somebody }) => ({
      at: { id: await review(await somebody(), owner) },
      body: { text: 'Thank you' },
    }),
  ),
  row('POST /reviews/:id/helpful', { ...asPosts, own: noMember }, withBody(written, { helpful: true })),
  row('DELETE /reviews/:id', { ...authors, foreign: staff, admin: staff }, written),
]
