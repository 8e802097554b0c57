import { changeItemImage, createItem, getItem, updateItem } from '@rootsquare/contract/market'
import type { Item, ItemChange, NewItem } from '@rootsquare/contract/market'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetItems, patchItem } from '#web/entities/items/item-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'

/** `first` replaces the first picture, by an endpoint of its own. */
export type ItemEdit = { itemId: number; change: ItemChange; first: string | null }
export type Saved = { item: Item; message: string | undefined }

export function useCreateItem() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ body, key }: { body: NewItem; key: string }) =>
      call(createItem, { body, idempotencyKey: key }),
    onMutate: whileSignedIn,
    onSuccess: (_answer, _input, isHere) => void (isHere() && forgetItems(queryClient)),
  })
}

/** Calls `onSaved` after each of up to two calls, so that a retry does not repeat the first one. */
export function useUpdateItem(onSaved: (item: Item) => void) {
  const queryClient = useQueryClient()

  function take(item: Item): void {
    patchItem(queryClient, item.id, (before) => ({ ...before, ...item }))
    onSaved(item)
  }

  return useMutation({
    mutationFn: async ({ itemId, change, first }: ItemEdit): Promise<Saved | null> => {
      const isHere = whileSignedIn()
      const params = { id: itemId }
      let saved: Saved | null = null
      if (Object.keys(change).length > 0) saved = savedIn(await call(updateItem, { params, body: change }))
      if (saved !== null && isHere()) take(saved.item)
      if (first === null) return saved
      saved = savedIn(await call(changeItemImage, { params, body: { imageUrl: first } }))
      if (isHere()) take(saved.item)
      return saved
    },
    onMutate: whileSignedIn,
    onSettled: (_saved, _failure, _input, isHere) => void (isHere?.() && forgetItems(queryClient)),
  })
}

const savedIn = ({ data, message }: { data: Item; message: string | undefined }) => ({ item: data, message })

export async function itemNow(itemId: number): Promise<Item> {
  return (await call(getItem, { params: { id: itemId } })).data
}
