import { hidden, members, nonsense, type Row, type Stage } from './row.ts'

const place = {
  streetNumber: '12',
  addressLine1: 'Bode Thomas Street',
  cityCode: 'NG-LA',
  lgaCode: 'NG-LA-SURULERE',
}
/** A 404 for everybody else, even staff. */
const owners = { own: members, foreign: hidden, banned: hidden }
const saved = async ({ owner, address }: Stage) => ({ at: { id: await address(owner) } })

export const addressRows: Row[] = [
  { call: 'GET /address', answers: { any: members } },
  { call: 'POST /address', answers: { any: members }, request: () => ({ body: place }) },
  {
    call: 'PUT /address/:id',
    answers: owners,
    request: async (stage) => ({ ...(await saved(stage)), body: { streetNumber: '14' } }),
  },
  { call: 'DELETE /address/:id', answers: owners, request: saved },
]

export const orderRows: Row[] = [
  {
    call: 'POST /cart/checkout',
    what: 'to a new address',
    answers: { any: members },
    request: async ({ me, cartLine }) => {
      await cartLine(me)
      return {
        body: { phoneNumber: '08031234567', useBillingAddressForShipping: true, billingAddress: place },
      }
    },
  },
  {
    call: 'POST /cart/checkout',
    what: 'to a saved address',
    answers: { own: members, foreign: nonsense },
    request: async ({ me, owner, address, cartLine }) => {
      await cartLine(me)
      const billingAddressId = await address(owner)
      return { body: { phoneNumber: '08031234567', useBillingAddressForShipping: true, billingAddressId } }
    },
  },
  { call: 'GET /cart/orders', answers: { any: members } },
  { call: 'GET /cart/seller/orders', answers: { any: members } },
]
