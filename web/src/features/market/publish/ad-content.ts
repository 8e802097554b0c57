import type { Item, ItemChange, NewItem } from '@rootsquare/contract/market'
import type { ItemEdit } from '#web/features/market/publish/ad-api.ts'
import { urlsOf } from '#web/features/market/publish/ad-draft.ts'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { nameIn } from '#web/features/market/publish/ad-errors.ts'

/** Once nothing is wrong with it. */
export function newItemOf(ad: Ad): NewItem {
  const [imageUrl = '', ...images] = urlsOf(ad)
  return {
    name: nameIn(ad.name),
    description: ad.description.trim(),
    price: Number(ad.price),
    stock: Number(ad.stock),
    imageUrl,
    genreIds: ad.genreIds,
    images,
  }
}

/** Only what differs goes to the server: price and stock alone leave an approved item where it is. */
export function editOf(item: Item, before: Ad, ad: Ad): ItemEdit {
  const { first, ...pictures } = picturesOf(before, ad)
  const change = { ...wordsOf(item, ad), ...figuresOf(item, ad), ...pictures }
  return { itemId: item.id, change, first }
}

/** A picture in the place of the first goes by the call for it; where pictures change places, all go at once. */
function picturesOf(before: Ad, ad: Ad): ItemChange & { first: string | null } {
  const [old, now] = [urlsOf(before), urlsOf(ad)]
  const [[oldFirst = '', ...oldRest], [first = '', ...rest]] = [old, now]
  const isOther = first !== '' && first !== oldFirst
  const isReplaced = isOther && !old.includes(first) && !now.includes(oldFirst)
  return {
    ...(rest.join(' ') !== oldRest.join(' ') && { images: rest }),
    ...(isOther && !isReplaced && { imageUrl: first }),
    first: isReplaced ? first : null,
  }
}

function wordsOf(item: Item, ad: Ad): ItemChange {
  const [name, description] = [nameIn(ad.name), ad.description.trim()]
  return {
    ...(name !== item.name && { name }),
    ...(description !== item.description && { description }),
  }
}

function figuresOf(item: Item, ad: Ad): ItemChange {
  const [price, stock] = [Number(ad.price), Number(ad.stock)]
  return { ...(price !== item.price && { price }), ...(stock !== item.stock && { stock }) }
}

/** Said before it is saved; also while a new picture is still on its way. */
export function isUnapproving(item: Item, ad: Ad, isPictureComing: boolean): boolean {
  if (!item.isApproved) return false
  const old = [item.imageUrl ?? '', ...item.images].join(' ')
  const isRepainted = isPictureComing || urlsOf(ad).join(' ') !== old.trim()
  return isRepainted || Object.keys(wordsOf(item, ad)).length > 0
}
