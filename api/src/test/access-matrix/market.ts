import {
  asPosts,
  asProfiles,
  hidden,
  hiddenButFromStaff,
  hiddenFromTheBlocked,
  members,
  noMember,
  nonsense,
  row,
  staff,
  withBody,
  type Row,
  type Fixture,
} from './row.ts'

const about = { name: 'Agbada', description: 'Three pieces, hand embroidered', price: 45_000.5, stock: 3 }

/** Only the seller may do this; admins see the item all the same. */
const sellers = {
  own: members,
  foreign: noMember,
  blocker: hiddenFromTheBlocked,
  banned: '401 401 404 404 404 403 403 sus ban 404',
}
/** Nobody may act on their own item, whatever their role. */
const othersStaff = { own: noMember, foreign: staff, banned: staff, admin: staff, superadmin: staff }
const unseen = { own: members, foreign: sellers.banned }

const listed = async ({ owner, item }: Fixture) => ({ at: { id: await item(owner) } })
const waiting = async ({ owner, waitingItem }: Fixture) => ({ at: { id: await waitingItem(owner) } })

export const marketRows: Row[] = [
  row('GET /items/searches', { any: members }),
  row('POST /items/searches', { any: members }, () => ({ body: { name: 'adire' } })),
  // Everybody else gets a 404, even staff.
  row(
    'DELETE /items/searches/:id',
    { own: members, foreign: hidden, banned: hidden },
    async ({ owner, savedSearch }) => ({ at: { id: await savedSearch(owner) } }),
  ),
  row('GET /items/admin/items', { any: staff }),
  row('GET /items/:id, one that is listed', { ...asProfiles, admin: members }, listed),
  row('GET /items/:id, one that waits', { own: members, foreign: hiddenButFromStaff }, waiting),
  row('POST /genre/create', { any: staff }, ({ me }) => ({ body: { name: `Beads of ${me.username}` } })),
  row('POST /items/create', { any: members }, async ({ me, picture, genre }) => ({
    body: { ...about, imageUrl: await picture(me), genreIds: [await genre()] },
  })),
  row('PUT /items/update/:id, one that is listed', sellers, withBody(listed, { price: 0.1, stock: 7 })),
  row('PUT /items/update/:id, one that waits', unseen, withBody(waiting, { name: 'Agbada, white' })),
  row('POST /items/:id/image, by a file', sellers, async (fixture) => ({
    ...(await listed(fixture)),
    form: await fixture.pictureForm(),
  })),
  row('POST /items/:id/image, by an address', unseen, async (fixture) => ({
    ...(await waiting(fixture)),
    body: { imageUrl: await fixture.picture(fixture.me) },
  })),
  row(
    'DELETE /items/delete/:id, one that is listed',
    { ...sellers, foreign: staff, banned: hiddenButFromStaff, admin: staff },
    listed,
  ),
  row('DELETE /items/delete/:id, one that waits', { own: members, foreign: hiddenButFromStaff }, waiting),
  row('PUT /items/item/approval, approved', othersStaff, async ({ owner, waitingItem }) => ({
    body: { itemId: await waitingItem(owner), state: true },
  })),
  row('PUT /items/item/approval, disapproved', othersStaff, async ({ owner, item }) => ({
    body: { itemId: await item(owner), state: false, reason: 'The picture shows something else' },
  })),
  // Members cannot favor their own items.
  row('POST /items/favorite/:id, one that is listed', { ...asProfiles, own: noMember }, listed),
  row('POST /items/favorite/:id, one that waits', { own: noMember, foreign: hiddenButFromStaff }, waiting),
]

export const cartRows: Row[] = [
  row('GET /cart', { any: members }),
  row('GET /cart/quote', { any: members }),
  row(
    'POST /cart/add, an item that is listed',
    { ...asPosts, own: nonsense, admin: members },
    async ({ owner, item }) => ({ body: { itemId: await item(owner), count: 2 } }),
  ),
  // Not even staff can buy an item that is not approved.
  row(
    'POST /cart/add, an item that waits',
    { own: nonsense, foreign: hidden },
    async ({ owner, waitingItem }) => ({ body: { itemId: await waitingItem(owner), count: 1 } }),
  ),
  row('DELETE /cart/remove/:id', { own: members, foreign: hidden }, async ({ owner, cartLine }) => ({
    at: { id: await cartLine(owner) },
  })),
]
