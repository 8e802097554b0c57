import { useEffect, useEffectEvent, useRef } from 'react'
import { isBlank } from '#web/features/posts/composer/composer-draft.ts'
import type { Draft } from '#web/features/posts/composer/composer-draft.ts'
import {
  savedForm,
  onDraftGone,
  readDraft,
  writeDraft,
  writeLastWords,
} from '#web/features/posts/drafts/draft-store.ts'
import type { DraftPlace, Found } from '#web/features/posts/drafts/draft-store.ts'
import { currentSession, whySessionEnded } from '#web/lib/session/session.ts'

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
    void own.look()
    const onVisibility = () => void (document.visibilityState === 'hidden' ? own.leave() : own.lookForNews())
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', own.leave)
    const stopListening = onDraftGone({ memberId, slot }, () => void own.lookForNews())
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
  const device: Device = { kept: null, given: null }
  let isLooking = false
  let isOver = false

  function save(isLast = false): void {
    // What could not be read is not written over.
    if (device.kept === null) void look()
    else if (mayKeep(place.memberId)) write(place, device, newest(), isLast)
  }

  /** The first time, and again until it has worked. */
  async function look(): Promise<void> {
    if (isLooking || isOver) return
    isLooking = true
    const seen = await seenIn(place)
    isLooking = false
    if (isOver || seen === null) return
    device.kept = seen.print
    if (seen.found !== null) onFound(seen.found, false)
    save()
  }

  /** Whether another tab has gone on with it. What cannot be read is not therefore gone. */
  async function lookForNews(): Promise<void> {
    if (device.kept === null) return look()
    const isChangedHere = () => device.given !== null || printOf(newest()) !== device.kept
    const seen = isChangedHere() ? null : await seenIn(place)
    if (isOver || seen === null || isChangedHere() || seen.print === device.kept) return
    device.kept = seen.print
    onFound(seen.found, true)
  }

  function end(): void {
    save()
    isOver = true
  }

  return { save: () => save(), leave: () => save(true), look, lookForNews, end }
}

/** What lies there, as far as is known here (null until that has been looked up), and what is being written. */
type Device = { kept: string | null; given: string | null }

function write(place: DraftPlace, device: Device, draft: Draft, isLast: boolean): void {
  const print = printOf(draft)
  // A page that is being left may be gone before what is being written is there.
  if (print === (isLast ? device.kept : (device.given ?? device.kept))) return
  const written = isBlank(draft) ? null : draft
  device.given = print
  if (isLast) writeLastWords(place, written)
  const end = () => {
    if (device.given === print) device.given = null
  }
  const keep = () => {
    device.kept = print
    end()
  }
  writeDraft(place, written).then(keep, end)
}

type Seen = { found: Found | null; print: string }

/** Null where it could not be read. */
function seenIn(place: DraftPlace): Promise<Seen | null> {
  return readDraft(place).then(
    (found) => ({ found, print: found === null ? blank : JSON.stringify(found.kept) }),
    () => null,
  )
}

const blank = ''

function printOf(draft: Draft): string {
  return isBlank(draft) ? blank : JSON.stringify(savedForm(draft))
}

/** After a sign-out nothing may be left behind; a session that ran out will be taken up again. */
function mayKeep(memberId: number): boolean {
  const session = currentSession()
  return session === null ? whySessionEnded() !== null : session.userId === memberId
}
