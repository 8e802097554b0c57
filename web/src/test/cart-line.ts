import type { CartLine, SellerQuote } from '@rootsquare/contract/trade/cart'

/** For tests. */
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

/** For tests: what its seller asks for the delivery of it. */
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
