import type { Item } from '@rootsquare/contract/market'
import { useEffect, useRef, useState } from 'react'
import {
  adOf,
  changesIn,
  draftKey,
  forgetDraft,
  saveDraft,
  savedDraft,
} from '#web/features/market/publish/ad-draft.ts'
import type { Ad, Draft } from '#web/features/market/publish/ad-draft.ts'
import { keptIn } from '#web/features/market/publish/ad-picture.ts'
import { useAdPictures } from '#web/features/market/publish/use-ad-pictures.ts'
import { currentSession } from '#web/lib/session/session.ts'

export type AdDesk = ReturnType<typeof useAdDesk>

/** `known` is the item as the server last had it. */
type Desk = Omit<Draft, 'ad'> & { typed: Ad; known: Item | undefined; isRestored: boolean }

/** What is in the form, and what was there before. It is kept with every change until it is sent or discarded. */
export function useAdDesk(memberId: number, item: Item | undefined) {
  const key = draftKey(memberId, item?.id)
  const [{ typed, ...desk }, setDesk] = useState(() => begin(item, savedDraft(key)))
  const pictures = useAdPictures(typed.pictures)
  const isDone = useRef(false)
  const { known, stockBefore, sent } = desk
  const before = adOf(known)
  const ad: Ad = { ...typed, pictures: keptIn(pictures.pictures) }

  useEffect(() => {
    if (isDone.current || currentSession()?.userId !== memberId) return
    saveDraft(key, { ad: changesIn(before, ad), stockBefore, sent })
  })

  const put = (part: Partial<Desk>) => setDesk((now) => ({ ...now, ...part }))
  const change = (part: Partial<Ad>) => setDesk((now) => ({ ...now, typed: { ...now.typed, ...part } }))
  const meet = (now: Item) => put({ known: now, stockBefore: now.stock })
  const setSent = (next: Draft['sent']) => put({ sent: next })

  function discard(): void {
    setDesk(begin(known, null))
    pictures.startOver(before.pictures)
  }

  function forget(): void {
    isDone.current = true
    forgetDraft(key)
  }

  return { ...desk, before, ad, pictures, change, meet, setSent, discard, forget }
}

function begin(item: Item | undefined, kept: Draft | null): Desk {
  return {
    typed: { ...adOf(item), ...kept?.ad },
    known: item,
    stockBefore: kept?.stockBefore ?? item?.stock ?? null,
    sent: kept?.sent ?? null,
    isRestored: kept !== null,
  }
}
