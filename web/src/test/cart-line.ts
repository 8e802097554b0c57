import type { CartLine } from '@rootsquare/contract/cart'

/** For tests. */
export const sampleLine: CartLine = {
  id: 1,
  itemId: 7,
  name: 'Drum',
  imageUrl: null,
  thumbnailUrl: null,
  price: 10,
  priceWhenAdded: 10,
  count: 1,
  stock: 3,
  isOnSale: true,
  available: true,
}
