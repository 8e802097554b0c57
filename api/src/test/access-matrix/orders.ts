import { hidden, members, nonsense, row, withBody, type Row, type Fixture } from './row.ts'

const place = {
  streetNumber: '12',
  addressLine1: 'Bode Thomas Street',
  cityCode: 'NG-LA',
  lgaCode: 'NG-LA-SURULERE',
}
/** A 404 for everybody else, even staff. */
const owners = { own: members, foreign: hidden, banned: hidden }
const saved = async ({ owner, address }: Fixture) => ({ at: { id: await address(owner) } })

export const addressRows: Row[] = [
  row('GET /address', { any: members }),
  row('POST /address', { any: members }, () => ({ body: place })),
  row('PUT /address/:id', owners, withBody(saved, { streetNumber: '14' })),
  row('DELETE /address/:id', owners, saved),
]

export const orderRows: Row[] = [
  row('POST /cart/checkout, to a new address', { any: members }, async ({ me, cartLine }) => {
    await cartLine(me)
    return {
      body: { phoneNumber: '08031234567', useBillingAddressForShipping: true, billingAddress: place },
    }
  }),
  row(
    'POST /cart/checkout, to a saved address',
    { own: members, foreign: nonsense },
    async ({ me, owner, address, cartLine }) => {
      await cartLine(me)
      const billingAddressId = await address(owner)
      return { body: { phoneNumber: '08031234567', useBillingAddressForShipping: true, billingAddressId } }
    },
  ),
  row('GET /cart/orders', { any: members }),
  row('GET /cart/seller/orders', { any: members }),
]
