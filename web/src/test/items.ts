import type { Genre, Item } from '@rootsquare/contract/trade/market'

export const genres: Genre[] = [
  { id: 1, name: 'Beads' },
  { id: 2, name: 'Books' },
]

const nothing = { update: false, delete: false, approve: false, buy: false, message: false }
/** What each kind of viewer may do with an item. */
export const can = {
  buyer: { ...nothing, buy: true, message: true },
  seller: { ...nothing, update: true, delete: true },
  admin: { ...nothing, delete: true, approve: true, buy: true, message: true },
}

/** An approved item of somebody else, unless the test says otherwise. */
export function itemWith(changes: Partial<Item> = {}): Item {
  return {
    id: 7,
    name: 'Drum',
    description: 'Made by hand',
    price: 10,
    stock: 2,
    imageUrl: null,
    thumbnailUrl: null,
    images: [],
    isApproved: true,
    disapprovalReason: null,
    userId: 2,
    sellerUsername: 'sade',
    sellerProfileImage: null,
    categories: [1],
    delivery: { methods: ['DELIVERY'], feeSameState: 0, feeOtherState: 0, stateCode: null, lgaCode: null },
    favorite: false,
    createdDate: '2026-01-01T12:00:00.000Z',
    can: can.buyer,
    rating: { average: null, count: 0 },
    ...changes,
  }
}
