import { maxImages, type Item } from '@rootsquare/contract/trade/market'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePictureForm } from '#web/entities/uploads/use-picture-form.ts'
import {
  changedFieldsOf,
  fetchItem,
  isDeliveryChanged,
  lastDelivery,
  newItemOf,
  useCreateItem,
  useUpdateItem,
  type SavedItem,
} from '#web/features/market/publish/ad-api.ts'
import {
  AdDraft,
  adChangesIn,
  blankDraft,
  formValuesOf,
  isUnchanged,
} from '#web/features/market/publish/ad-draft.ts'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import {
  adErrorsFrom,
  adLimits,
  adRules,
  deliveryErrorsIn,
  newAdRules,
} from '#web/features/market/publish/ad-errors.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { requestKeyFor } from '#web/lib/net/request-key.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export type AdForm = ReturnType<typeof useAdForm>

type AdFormOptions = {
  memberId: number
  item: Item | undefined
  onClose: () => void
  onSaved: (item: Item) => void
}

/** `known` is the item as the server last sent it, `newStock` its stock if that was loaded again after a sale. */
export function useAdForm({ memberId, item, onClose, onSaved }: AdFormOptions) {
  const { known, setKnown, newStock, before, stored, draft } = useAdDraft(memberId, item)
  const { publish, save } = useAdRequests(stored, setKnown)
  const form = usePictureForm(
    {
      initial: before,
      draft,
      rules: known === undefined ? newAdRules : adRules,
      limits: adLimits,
      check: (ad) => (isDeliveryChanged(before, ad) ? deliveryErrorsIn(ad) : {}),
      errorsFrom: (fields, failure) =>
        isStockChanged(failure) ? { stock: errorText(failure) } : adErrorsFrom(fields),
      send: (ad) => (known === undefined ? publish(ad) : save(known, before, ad)),
      onClose,
      onSuccess(saved) {
        if (saved === null) return
        showSnackbar('success', saved.message ?? 'Your item has been saved.')
        onSaved(saved.data)
      },
      onFailure(failure, { isOpen }) {
        if (!isOpen) return showSnackbar('error', errorText(failure))
        // A new key is needed, because the server answers a used key with the same rejection again.
        if (isRejection(failure)) stored.change((now) => ({ ...now, sent: null }))
        if (known !== undefined && isStockChanged(failure)) void fetchItem(known.id).then(setKnown, () => {})
      },
    },
    {
      most: maxImages + 1,
      tooMany: `An item can have at most ${maxImages + 1} pictures.`,
      // An item that was created without a picture may stay without one.
      isNeeded: known === undefined || known.imageUrl !== null,
    },
  )
  return { ...form, known, newStock, clearDraft: stored.clear }
}

type Base = { known: Item | undefined; stockBefore: number | null; newStock?: number }

/** Only what differs from the item is stored, with the stock that was shown before and the key of what was sent. */
function useAdDraft(memberId: number, item: Item | undefined) {
  const key = { what: 'ad', memberId, id: item?.id ?? 0 }
  const stored = useDraft<AdDraft>(key, AdDraft, blankDraft, isUnchanged)
  const [{ known, stockBefore, newStock }, setBase] = useState<Base>({
    known: item,
    stockBefore: stored.draft.stockBefore ?? item?.stock ?? null,
  })
  const { data: newest } = useQuery({ ...lastDelivery(memberId), enabled: item === undefined })
  const before = formValuesOf(known, newest)
  const { delivery, ...typed } = stored.draft.ad
  const setKnown = (now: Item) => setBase({ known: now, stockBefore: now.stock, newStock: now.stock })
  const draft = {
    ...stored,
    draft: { ...before, ...typed, ...delivery },
    readLatest: () => ({ ...before, ...stored.readLatest().ad }),
    change: (ad: Ad) => stored.change((now) => ({ ...now, ad: adChangesIn(before, ad), stockBefore })),
    discard() {
      stored.discard()
      if (known !== undefined) setKnown(known)
    },
  }
  return { known, setKnown, newStock, before, stored: { ...stored, stockBefore }, draft }
}

function useAdRequests(
  { draft, change, stockBefore }: ReturnType<typeof useAdDraft>['stored'],
  setKnown: (item: Item) => void,
) {
  const create = useCreateItem()
  const update = useUpdateItem(setKnown)

  function publish(ad: Ad): Promise<SavedItem> {
    const body = newItemOf(ad)
    const sent = requestKeyFor(draft.sent, body)
    change((now) => ({ ...now, sent }))
    return create.mutateAsync({ body, key: sent.key })
  }

  function save(item: Item, before: Ad, ad: Ad): Promise<SavedItem | null> {
    const { change: changes, ...edit } = changedFieldsOf(item, before, ad)
    const expected = changes.stock === undefined ? {} : { expectedStock: stockBefore ?? item.stock }
    return update.mutateAsync({ ...edit, change: { ...changes, ...expected } })
  }

  return { publish, save }
}

function isStockChanged(failure: Error): boolean {
  return failure instanceof CallError && failure.code === 'STOCK_CHANGED'
}
