import type { Item } from '@rootsquare/contract/market'
import { useEffect, useRef, useState } from 'react'
import { AdDraft, adOf, changesIn } from '#web/features/market/publish/ad-draft.ts'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { uploadedIn, useAdPictures } from '#web/features/market/publish/use-ad-pictures.ts'
import { saveDraft, savedDraft } from '#web/lib/storage/use-draft.ts'
import { currentSession } from '#web/lib/session/session.ts'

export type AdForm = ReturnType<typeof useAdForm>

/** `known` is the item as the server last sent it. */
type FormState = Omit<AdDraft, 'ad'> & { typed: Ad; known: Item | undefined; isRestored: boolean }

/** The draft is saved with every change until it is sent or discarded. */
export function useAdForm(memberId: number, item: Item | undefined) {
  const key = { what: 'ad', memberId, id: item?.id ?? 0 }
  const [{ typed, ...form }, setState] = useState(() => initialState(item, savedDraft(key, AdDraft)))
  const pictures = useAdPictures(typed.pictures)
  const isDone = useRef(false)
  const { known, stockBefore, sent } = form
  const before = adOf(known)
  const ad: Ad = { ...typed, pictures: uploadedIn(pictures.pictures) }

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

  return { ...form, before, ad, pictures, change, setKnown, setSent, discard, forget }
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
