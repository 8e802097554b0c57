import { useEffect, useEffectEvent, useRef } from 'react'
import { isBlank, type PostDraft } from '#web/features/posts/composer/composer-draft.ts'
import {
  storedDraftOf,
  onDraftDeleted,
  readDraft,
  writeDraft,
  writeTextNow,
} from '#web/features/posts/drafts/draft-store.ts'
import type { DraftPlace, FoundDraft } from '#web/features/posts/drafts/draft-store.ts'
import { mayStore } from '#web/lib/storage/draft-database.ts'

const pauseMs = 400

type DraftHandlers = {
  /** Returns the latest draft, also between two renders. */
  latest: () => PostDraft
  /** Receives a draft from an earlier visit or from another tab, or null if the other tab has posted or discarded it. */
  onFound: (found: FoundDraft | null, isFromOtherTab: boolean) => void
}

/** Saves the draft on the device: after each pause, when the tab is left, and when the composer unmounts. */
export function useComposerDraft(place: DraftPlace, draft: PostDraft, wiring: DraftHandlers) {
  const saver = useRef<ReturnType<typeof createSaver> | null>(null)
  const fingerprint = fingerprintOf(draft)
  const onFound = useEffectEvent(wiring.onFound)
  const { latest } = wiring
  const { memberId, slot } = place

  useEffect(() => {
    const own = createSaver(
      { memberId, slot },
      { latest, onFound: (found, isFromOtherTab) => onFound(found, isFromOtherTab) },
    )
    saver.current = own
    void own.read()
    const onVisibility = () =>
      void (document.visibilityState === 'hidden' ? own.leave() : own.readFromOtherTab())
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', own.leave)
    const stopListening = onDraftDeleted({ memberId, slot }, () => void own.readFromOtherTab())
    return () => {
      stopListening()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', own.leave)
      own.end()
    }
  }, [memberId, slot, latest])

  useEffect(() => {
    const timer = setTimeout(() => saver.current?.save(), pauseMs)
    return () => clearTimeout(timer)
  }, [fingerprint])

  return { saveNow: () => saver.current?.save() }
}

function createSaver(place: DraftPlace, { latest, onFound }: DraftHandlers) {
  const device: DeviceState = { stored: null, writing: null }
  let isReading = false
  let isOver = false

  function save(isLast = false): void {
    // A draft that could not be read must not be overwritten.
    if (device.stored === null) void read()
    else if (mayStore(place.memberId)) write(place, device, latest(), isLast)
  }

  /** Reads the stored draft, and is called again until it has succeeded. */
  async function read(): Promise<void> {
    if (isReading || isOver) return
    isReading = true
    const result = await tryRead(place)
    isReading = false
    if (isOver || result === null) return
    device.stored = result.fingerprint
    if (result.found !== null) onFound(result.found, false)
    save()
  }

  /** Takes over the changes of another tab. A draft that cannot be read does not count as deleted. */
  async function readFromOtherTab(): Promise<void> {
    if (device.stored === null) return read()
    const isChangedHere = () => device.writing !== null || fingerprintOf(latest()) !== device.stored
    const result = isChangedHere() ? null : await tryRead(place)
    if (isOver || result === null || isChangedHere() || result.fingerprint === device.stored) return
    device.stored = result.fingerprint
    onFound(result.found, true)
  }

  function end(): void {
    save()
    isOver = true
  }

  return { save: () => save(), leave: () => save(true), read, readFromOtherTab, end }
}

/** Fingerprints of the stored draft, which is null until it has been read, and of the draft being written. */
type DeviceState = { stored: string | null; writing: string | null }

function write(place: DraftPlace, device: DeviceState, draft: PostDraft, isLast: boolean): void {
  const fingerprint = fingerprintOf(draft)
  // A page that is being closed may end before the current write is done.
  if (fingerprint === (isLast ? device.stored : (device.writing ?? device.stored))) return
  const written = isBlank(draft) ? null : draft
  device.writing = fingerprint
  if (isLast) writeTextNow(place, written)
  const end = () => {
    if (device.writing === fingerprint) device.writing = null
  }
  const finish = () => {
    device.stored = fingerprint
    end()
  }
  writeDraft(place, written).then(finish, end)
}

type ReadResult = { found: FoundDraft | null; fingerprint: string }

/** Returns null if the draft could not be read. */
function tryRead(place: DraftPlace): Promise<ReadResult | null> {
  return readDraft(place).then(
    (found) => ({ found, fingerprint: found === null ? blank : JSON.stringify(found.stored) }),
    () => null,
  )
}

const blank = ''

function fingerprintOf(draft: PostDraft): string {
  return isBlank(draft) ? blank : JSON.stringify(storedDraftOf(draft))
}
