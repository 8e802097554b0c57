import {
  asPosts,
  asProfiles,
  hidden,
  hiddenButFromStaff,
  hiddenFromTheBlocked,
  members,
  noMember,
  nonsense,
  staff,
} from './row.ts'
import type { Row, Stage } from './row.ts'

const about = { name: 'Agbada', description: 'Three pieces, hand embroidered', price: 45_000.5, stock: 3 }

/** Only the seller may do this; admins see the item all the same. */
const sellers = {
  own: members,
  foreign: noMember,
  blocker: hiddenFromTheBlocked,
  banned: '401 401 404 404 404 403 403 sus ban 404',
}
const unseen = { own: members, foreign: sellers.banned }

const listed = async ({ owner, item }: Stage) => ({ at: { id: await item(owner) } })
const waiting = async ({ owner, waitingItem }: Stage) => ({ at: { id: await waitingItem(owner) } })

export const marketRows: Row[] = [
  { call: 'GET /items/searches', answers: { any: members } },
  { call: 'POST /items/searches', answers: { any: members }, request: () => ({ body: { name: 'adire' } }) },
  {
    call: 'DELETE /items/searches/:id',
    // A 404 for everybody else, even staff.
    answers: { own: members, foreign: hidden, banned: hidden },
    request: async ({ owner, savedSearch }) => ({ at: { id: await savedSearch(owner) } }),
  },
  { call: 'GET /items/admin/items', answers: { any: staff } },
  {
    call: 'GET /items/:id',
    what: 'one that is listed',
    answers: { ...asProfiles, admin: members },
    request: listed,
  },
  {
    call: 'GET /items/:id',
    what: 'one that waits',
    answers: { own: members, foreign: hiddenButFromStaff },
    request: waiting,
  },
  {
    call: 'POST /genre/create',
    answers: { any: staff },
    request: ({ me }) => ({ body: { name: `Beads of ${me.username}` } }),
  },
  {
    call: 'POST /items/create',
    answers: { any: members },
    request: async ({ me, picture, genre }) => ({
      body: { ...about, imageUrl: await picture(me), genreIds: [await genre()] },
    }),
  },
  {
    call: 'PUT /items/update/:id',
    what: 'one that is listed',
    answers: sellers,
    request: async (stage) => ({ ...(await listed(stage)), body: { price: 0.1, stock: 7 } }),
  },
  {
    call: 'PUT /items/update/:id',
    what: 'one that waits',
    answers: unseen,
    request: async (stage) => ({ ...(await waiting(stage)), body: { name: 'Agbada, white' } }),
  },
  {
    call: 'POST /items/:id/image',
    what: 'by a file',
    answers: sellers,
    request: async (stage) => ({ ...(await listed(stage)), form: await stage.pictureForm() }),
  },
  {
    call: 'POST /items/:id/image',
    what: 'by an address',
    answers: unseen,
    request: async (stage) => ({
      ...(await waiting(stage)),
      body: { imageUrl: await stage.picture(stage.me) },
    }),
  },
  {
    call: 'DELETE /items/delete/:id',
    what: 'one that is listed',
    answers: {
      own: members,
      foreign: staff,
      blocker: hiddenFromTheBlocked,
      banned: hiddenButFromStaff,
      admin: staff,
    },
    request: listed,
  },
  {
    call: 'DELETE /items/delete/:id',
    what: 'one that waits',
    answers: { own: members, foreign: hiddenButFromStaff },
    request: waiting,
  },
  {
    // Nobody may act on their own item, whatever their role.
    call: 'PUT /items/item/approval',
    what: 'approved',
    answers: { own: noMember, foreign: staff, banned: staff, admin: staff, superadmin: staff },
    request: async ({ owner, waitingItem }) => ({ body: { itemId: await waitingItem(owner), state: true } }),
  },
  {
    call: 'PUT /items/item/approval',
    what: 'disapproved',
    answers: { own: noMember, foreign: staff, banned: staff, admin: staff, superadmin: staff },
    request: async ({ owner, item }) => ({
      body: { itemId: await item(owner), state: false, reason: 'The picture shows something else' },
    }),
  },
  {
    // Members cannot favor their own items.
    call: 'POST /items/favorite/:id',
    what: 'one that is listed',
    answers: { ...asProfiles, own: noMember },
    request: listed,
  },
  {
    call: 'POST /items/favorite/:id',
    what: 'one that waits',
    answers: { own: noMember, foreign: hiddenButFromStaff },
    request: waiting,
  },
]

export const cartRows: Row[] = [
  { call: 'GET /cart', answers: { any: members } },
  { call: 'GET /cart/quote', answers: { any: members } },
  {
    call: 'POST /cart/add',
    what: 'an item that is listed',
    answers: { ...asPosts, own: nonsense, admin: members },
    request: async ({ owner, item }) => ({ body: { itemId: await item(owner), count: 2 } }),
  },
  {
    // Not even staff can buy an item that is not approved.
    call: 'POST /cart/add',
    what: 'an item that waits',
    answers: { own: nonsense, foreign: hidden },
    request: async ({ owner, waitingItem }) => ({ body: { itemId: await waitingItem(owner), count: 1 } }),
  },
  {
    call: 'DELETE /cart/remove/:id',
    answers: { own: members, foreign: hidden },
    request: async ({ owner, cartLine }) => ({ at: { id: await cartLine(owner) } }),
  },
]
