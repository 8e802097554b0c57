import { listAddresses, listLgas, listStates } from '@rootsquare/contract/addresses'
import { quoteCart, type CartLine, type SellerQuote } from '@rootsquare/contract/trade/cart'
import { listOrders } from '@rootsquare/contract/trade/orders'
import { answer } from '#web/test/fake-server.ts'
import { homeAddress, pageWith } from '#web/test/trade-screen.ts'

/** A line of a cart, for tests. */
export const sampleLine: CartLine = {
  id: 1,
  itemId: 7,
  name: 'Drum',
  imageUrl: null,
  thumbnailUrl: null,
  price: 10,
  listPrice: 10,
  priceWhenAdded: 10,
  count: 1,
  stock: 3,
  isOnSale: true,
  available: true,
  sellerId: 2,
  sellerUsername: 'ada',
}

/** The delivery quote of its seller, for tests. */
export const sampleQuote: SellerQuote = {
  sellerId: 2,
  sellerUsername: 'ada',
  lines: [],
  methods: ['DELIVERY'],
  method: 'DELIVERY',
  fee: 0,
  leastFee: 0,
  subtotal: 0,
  stateCode: null,
  pickupOnly: [],
}

/** Answers the calls that the cart page makes besides that for the cart. */
export function answerCheckout(): void {
  answer(quoteCart, () => ({ sellers: [sampleQuote], total: 0 }))
  answer(listAddresses, () => [homeAddress])
  answer(listStates, () => [{ name: 'Lagos', code: 'NG-LA' }])
  answer(listLgas, () => [{ name: 'Surulere', code: 'NG-LA-SURULERE' }])
  answer(listOrders, () => pageWith([]))
}
