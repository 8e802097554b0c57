import type { Item, ItemChange, NewItem } from '@rootsquare/contract/market'
import type { ItemEdit } from '#web/features/market/publish/ad-api.ts'
import { urlsOf } from '#web/features/market/publish/ad-draft.ts'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { nameIn } from '#web/features/market/publish/ad-errors.ts'

/** Call it only for a form without errors. */
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

/** Sends only what differs, because a change of price and stock alone leaves the item approved. */
export function editOf(item: Item, before: Ad, ad: Ad): ItemEdit {
  const { first, ...pictures } = picturesOf(before, ad)
  const change = { ...textsOf(item, ad), ...figuresOf(item, ad), ...pictures }
  return { itemId: item.id, change, first }
}

/** A replaced first picture has an endpoint of its own; a new order is sent with the other changes. */
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

function textsOf(item: Item, ad: Ad): ItemChange {
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

/** Also true while a new picture is being uploaded. */
export function isUnapproving(item: Item, ad: Ad, isPictureComing: boolean): boolean {
  if (!item.isApproved) return false
  const old = [item.imageUrl ?? '', ...item.images].join(' ')
  const isRepainted = isPictureComing || urlsOf(ad).join(' ') !== old.trim()
  return isRepainted || Object.keys(textsOf(item, ad)).length > 0
}
