import {
  changeItemImage,
  createItem,
  getItem,
  listItems,
  updateItem,
} from '@rootsquare/contract/trade/market'
import type { Delivery, Item, ItemChange, NewItem } from '@rootsquare/contract/trade/market'
import { isFeeRaise, koboOf } from '@rootsquare/contract/lib/money'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { itemKeys } from '#web/entities/items/item-keys.ts'
import { reloadItems, patchItem } from '#web/entities/items/item-cache.ts'
import { adChangesIn, deliveryIn, urlsOf, type Ad } from '#web/features/market/publish/ad-draft.ts'
import { nameIn } from '@rootsquare/contract/lib/fields'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

/** Converts a form to its request. Call it only for a form without errors. */
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
    delivery: deliveryIn(ad),
  }
}

/** Returns only what differs, because a change of price and stock alone leaves the item approved. */
export function changedFieldsOf(item: Item, before: Ad, ad: Ad): ItemEdit {
  const { first, ...pictures } = picturesOf(before, ad)
  const delivery = isDeliveryChanged(before, ad) && { delivery: deliveryIn(ad) }
  const change = { ...textsOf(item, ad), ...figuresOf(item, ad), ...pictures, ...delivery }
  return { itemId: item.id, change, first }
}

export const isDeliveryChanged = (before: Ad, ad: Ad) => adChangesIn(before, ad).delivery !== undefined

/** Finds how the pictures changed. A new first picture has its own endpoint; a new order is an ordinary change. */
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

/** Returns the delivery of the seller's newest item, which probably suits the next one too. */
export function lastDelivery(memberId: number) {
  const query = { userId: memberId, page: 0, size: 1 }
  return queryOptions({
    queryKey: itemKeys.paged(query),
    queryFn: async ({ signal }) => (await call(listItems, { query, signal })).data,
    select: ({ content: [newest] }) => newest?.delivery,
  })
}

/**
 * Also true while a new picture is being uploaded. The approved fees are not known here, but they are seldom other than the
 * current ones.
 */
export function isUnapproving(item: Item, ad: Ad, isPictureComing: boolean): boolean {
  if (!item.isApproved) return false
  if (isFeeRaised(item.delivery, deliveryIn(ad))) return true
  const old = [item.imageUrl ?? '', ...item.images].join(' ')
  const isRepainted = isPictureComing || urlsOf(ad).join(' ') !== old.trim()
  return isRepainted || Object.keys(textsOf(item, ad)).length > 0
}

function isFeeRaised(before: Delivery, after: Delivery): boolean {
  const wasDelivered = before.methods.includes('DELIVERY')
  const isRaise = (old: number, now: number) => isFeeRaise(wasDelivered ? koboOf(old) : 0, koboOf(now))
  return (
    isRaise(before.feeSameState, after.feeSameState) || isRaise(before.feeOtherState, after.feeOtherState)
  )
}

/** `first` replaces the first picture, through its own endpoint. */
type ItemEdit = { itemId: number; change: ItemChange; first: string | null }
export type SavedItem = { data: Item; message: string | undefined }

export function useCreateItem() {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: ({ body, key }: { body: NewItem; key: string }) =>
      call(createItem, { body, idempotencyKey: key }),
    onSuccess: () => void reloadItems(queryClient),
  })
}

/** Calls `onSaved` after each of up to two calls, so that a retry does not repeat the first one. */
export function useUpdateItem(onSaved: (item: Item) => void) {
  const queryClient = useQueryClient()

  function storeItem(item: Item): void {
    patchItem(queryClient, item.id, (before) => ({ ...before, ...item }))
    onSaved(item)
  }

  return useServerMutation({
    mutationFn: async ({ itemId, change, first }: ItemEdit): Promise<SavedItem | null> => {
      const params = { id: itemId }
      let saved: SavedItem | null = null
      if (Object.keys(change).length > 0) saved = await call(updateItem, { params, body: change })
      if (saved !== null) storeItem(saved.data)
      if (first === null) return saved
      saved = await call(changeItemImage, { params, body: { imageUrl: first } })
      storeItem(saved.data)
      return saved
    },
    onSettled: () => void reloadItems(queryClient),
  })
}

export async function fetchItem(itemId: number): Promise<Item> {
  return (await call(getItem, { params: { id: itemId } })).data
}
