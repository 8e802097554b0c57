import { asPosts, hidden, members, noMember, nonsense, row, type Row } from './row.ts'

export const offerRows: Row[] = [
  row('POST /items/:id/offers', { ...asPosts, own: nonsense, admin: members }, async ({ owner, item }) => ({
    at: { id: await item(owner) },
    body: { price: 1 },
  })),
  row(
    'PATCH /offers/:id, accepted by the seller',
    { own: members, foreign: hidden },
    async ({ owner, offer, somebody }) => ({
      at: { id: await offer(await somebody(), owner) },
      body: { state: 'ACCEPTED' },
    }),
  ),
  row('PATCH /offers/:id, accepted by the buyer', { own: noMember }, async ({ owner, offer, somebody }) => ({
    at: { id: await offer(owner, await somebody()) },
    body: { state: 'ACCEPTED' },
  })),
]
