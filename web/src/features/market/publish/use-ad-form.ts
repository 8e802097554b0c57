import { maxImages, type Item } from '@rootsquare/contract/trade/market'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { lastDelivery } from '#web/features/market/publish/ad-api.ts'
import { AdDraft, adOf, changesIn, deliveryTextOf, type Ad } from '#web/features/market/publish/ad-draft.ts'
import { uploadedIn, usePictures } from '#web/entities/uploads/use-pictures.ts'
import { saveDraft, savedDraft } from '#web/lib/storage/use-draft.ts'
import { currentSession } from '#web/lib/session/session.ts'

const pictureLimit = { most: maxImages + 1, tooMany: `An item holds at most ${maxImages + 1} pictures.` }

export type AdForm = ReturnType<typeof useAdForm>

/** `known` is the item as the server last sent it. */
type FormState = Omit<AdDraft, 'ad'> & { typed: Ad; known: Item | undefined; isRestored: boolean }

/** The draft is saved with every change until it is sent or discarded. */
export function useAdForm(memberId: number, item: Item | undefined) {
  const key = { what: 'ad', memberId, id: item?.id ?? 0 }
  const [{ typed, ...form }, setState] = useState(() => initialState(item, savedDraft(key, AdDraft)))
  const pictures = usePictures(typed.pictures, pictureLimit)
  const { data: last } = useQuery({ ...lastDelivery(memberId), enabled: item === undefined })
  const isDone = useRef(false)
  const { known, stockBefore, sent } = form
  const before = adOf(known)
  const ad: Ad = { ...typed, pictures: uploadedIn(pictures.pictures) }
  const delivery = ad.delivery ?? deliveryTextOf(known?.delivery ?? last)

  useEffect(() => {
    if (isDone.current || currentSession()?.userId !== memberId) return
    const changes = changesIn(before, ad)
    saveDraft(key, Object.keys(changes).length === 0 ? null : { ad: changes, stockBefore, sent })
  })

  const patch = (part: Partial<FormState>) => setState((now) => ({ ...now, ...part }))
  const change = (part: Partial<Ad>) => setState((now) => ({ ...now, typed: { ...now.typed, ...part } }))
  const setKnown = (now: Item) => patch({ known: now, stockBefore: now.stock })
  const setSent = (next: AdDraft['sent']) => patch({ sent: next })

  function discard(): void {
    setState(initialState(known, null))
    pictures.startOver(before.pictures)
  }

  function forget(): void {
    isDone.current = true
    saveDraft(key, null)
  }

  return { ...form, before, ad, delivery, pictures, change, setKnown, setSent, discard, forget }
}

function initialState(item: Item | undefined, saved: AdDraft | null): FormState {
  return {
    typed: { ...adOf(item), ...saved?.ad },
    known: item,
    stockBefore: saved?.stockBefore ?? item?.stock ?? null,
    sent: saved?.sent ?? null,
    isRestored: saved !== null,
  }
}
