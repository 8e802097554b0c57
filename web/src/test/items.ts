import { listLgas, listStates } from '@rootsquare/contract/addresses'
import { listGenres, type Genre } from '@rootsquare/contract/trade/genres'
import { getItem, listItems, type Item } from '@rootsquare/contract/trade/market'
import { getSeller, type Seller } from '@rootsquare/contract/trade/sellers'
import { answer } from '#web/test/fake-server.ts'
import { pageWith } from '#web/test/trade-screen.ts'

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

/** An approved item of another member, unless overridden. */
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

export const sampleSeller: Seller = {
  memberSince: '2025-03-31T23:30:00.000Z',
  finishedSales: 0,
  sharedGroups: [],
  buyersYouFollow: null,
  rating: { average: null, count: 0 },
}

/** Answers the calls of the marketplace and an item in it: one drum of another member. */
export function answerMarket(): void {
  answer(listGenres, () => genres)
  answer(listStates, () => [{ code: 'NG-LA', name: 'Lagos' }])
  answer(listLgas, () => [])
  answer(listItems, () => pageWith([itemWith()]))
  answer(getItem, () => itemWith())
  answer(getSeller, () => sampleSeller)
}
