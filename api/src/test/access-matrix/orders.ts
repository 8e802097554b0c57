import { hidden, members, nonsense } from './row.ts'
import type { Row, Stage } from './row.ts'

const place = {
  streetNumber: '12',
  addressLine1: 'Bode Thomas Street',
  cityCode: 'NG-LA',
  lgaCode: 'NG-LA-SURULERE',
}
/** Nobody else knows that it is there, not even staff. */
const owners = { own: members, foreign: hidden, banned: hidden }
const saved = async ({ owner, address }: Stage) => ({ at: { id: await address(owner) } })

export const addressRows: Row[] = [
  { call: 'GET /address', answers: { any: members } },
  { call: 'POST /address', answers: { any: members }, ask: () => ({ body: place }) },
  {
    call: 'PUT /address/:id',
    answers: owners,
    ask: async (stage) => ({ ...(await saved(stage)), body: { streetNumber: '14' } }),
  },
  { call: 'DELETE /address/:id', answers: owners, ask: saved },
]

export const orderRows: Row[] = [
  {
    call: 'POST /cart/checkout',
    what: 'to a new address',
    answers: { any: members },
    ask: async ({ me, cartLine }) => {
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
    ask: async ({ me, owner, address, cartLine }) => {
      await cartLine(me)
      const billingAddressId = await address(owner)
      return { body: { phoneNumber: '08031234567', useBillingAddressForShipping: true, billingAddressId } }
    },
  },
  { call: 'GET /cart/orders', answers: { any: members } },
  { call: 'GET /cart/seller/orders', answers: { any: members } },
]
