import { useEffect, useEffectEvent, useRef } from 'react'
import { isBlank } from '#web/features/posts/composer-draft.ts'
import type { Draft } from '#web/features/posts/composer-draft.ts'
import {
  keptForm,
  onDraftGone,
  readDraft,
  writeDraft,
  writeLastWords,
} from '#web/features/posts/draft-store.ts'
import type { DraftPlace, Found } from '#web/features/posts/draft-store.ts'
import { currentSession, whySessionEnded } from '#web/lib/session.ts'

const pauseMs = 400

type Wiring = {
  /** Always the newest, also between two renders. */
  newest: () => Draft
  /** From an earlier visit, or, when `isNews`, from another tab; null when that one has posted or discarded it. */
  onFound: (found: Found | null, isNews: boolean) => void
}

/** Keeps the draft on the device: after each pause, when the tab is left, and when the composer goes. */
export function useDraft(place: DraftPlace, draft: Draft, wiring: Wiring) {
  const keeper = useRef<ReturnType<typeof keeperOf> | null>(null)
  const print = printOf(draft)
  const onFound = useEffectEvent(wiring.onFound)
  const { newest } = wiring
  const { memberId, slot } = place

  useEffect(() => {
    const own = keeperOf({ memberId, slot }, { newest, onFound: (found, isNews) => onFound(found, isNews) })
    keeper.current = own
    void own.read(false)
    const onVisibility = () => void (document.visibilityState === 'hidden' ? own.leave() : own.read(true))
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', own.leave)
    const stopListening = onDraftGone({ memberId, slot }, () => void own.read(true))
    return () => {
      stopListening()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', own.leave)
      own.end()
    }
  }, [memberId, slot, newest])

  useEffect(() => {
    const timer = setTimeout(() => keeper.current?.save(), pauseMs)
    return () => clearTimeout(timer)
  }, [print])

  return { saveNow: () => keeper.current?.save() }
}

function keeperOf(place: DraftPlace, { newest, onFound }: Wiring) {
  /** What lies on the device, as far as is known here; null until that has been looked up. */
  let kept: string | null = null
  let isOver = false

  function save(isLast = false): void {
    const draft = newest()
    const print = printOf(draft)
    if (kept === null || print === kept || !mayKeep(place.memberId)) return
    kept = print
    const written = isBlank(draft) ? null : draft
    if (isLast) writeLastWords(place, written)
    writeDraft(place, written).catch(() => undefined)
  }

  async function read(isNews: boolean): Promise<void> {
    const isChangedHere = () => isNews && (kept === null || printOf(newest()) !== kept)
    if (isChangedHere()) return
    const found = await readDraft(place).catch(() => null)
    const print = found === null ? blank : JSON.stringify(found.kept)
    if (isOver || isChangedHere() || print === kept) return
    kept = print
    if (found !== null || isNews) onFound(found, isNews)
  }

  function end(): void {
    isOver = true
    save()
  }

  return { save: () => save(), leave: () => save(true), read, end }
}

const blank = ''

function printOf(draft: Draft): string {
  return isBlank(draft) ? blank : JSON.stringify(keptForm(draft))
}

/** After a sign-out nothing may be left behind; a session that ran out will be taken up again. */
function mayKeep(memberId: number): boolean {
  const session = currentSession()
  return session === null ? whySessionEnded() !== null : session.userId === memberId
}
