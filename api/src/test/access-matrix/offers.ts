import { asPosts, hidden, members, noMember, nonsense, type Row } from './row.ts'

export const offerRows: Row[] = [
  {
    call: 'POST /items/:id/offers',
    answers: { ...asPosts, own: nonsense, admin: members },
    request: async ({ owner, item }) => ({ at: { id: await item(owner) }, body: { price: 1 } }),
  },
  {
    call: 'PATCH /offers/:id',
    what: 'accepted by the seller',
    answers: { own: members, foreign: hidden },
    request: async ({ owner, offer, somebody }) => ({
      at: { id: await offer(await somebody(), owner) },
      body: { state: 'ACCEPTED' },
    }),
  },
  {
    call: 'PATCH /offers/:id',
    what: 'accepted by the buyer',
    answers: { own: noMember },
    request: async ({ owner, offer, somebody }) => ({
      at: { id: await offer(owner, await somebody()) },
      body: { state: 'ACCEPTED' },
    }),
  },
]
