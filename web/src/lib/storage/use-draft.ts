import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { currentSession } from '#web/lib/session/session.ts'
import { keyOf, savedJson, saveJson, type StorageKey } from '#web/lib/storage/saved-json.ts'

/** The needed part of a zod schema. Zod itself weighs 25 kB, which pages with plain texts need not load. */
type Schema<T> = { safeParse: (stored: unknown) => { data?: T | undefined } }

/** Where a draft is stored. */
export type DraftArea = {
  read: (key: StorageKey) => unknown
  save: (key: StorageKey, draft: object | string | null) => void
}
/** A draft is stored in this tab unless the key names another area. */
type StoredKey = StorageKey & { area?: DraftArea }

const tab: DraftArea = {
  read: (key) => savedJson(keyOf(key)),
  save: (key, draft) => saveJson(keyOf(key), draft),
}

/** One event for each changed draft, by its key in the storage. */
const changes = new EventTarget()

/** Shows a draft that another tab has changed. */
export function notifyDraftChanged(name: string): void {
  changes.dispatchEvent(new CustomEvent(name))
}

/** Returns what the member typed and has not sent; null if there is none or its version is older. */
export function savedDraft<T>(key: StoredKey, schema: Schema<T>): T | null {
  return schema.safeParse((key.area ?? tab).read(key)).data ?? null
}

/** Null removes it. */
export function saveDraft({ area = tab, ...key }: StoredKey, draft: object | string | null): void {
  area.save(key, draft)
}

/** The draft belongs to the viewer unless `memberId` is given. */
type DraftKey = Omit<StoredKey, 'memberId'> & { memberId?: number }

/**
 * Starts with the saved draft, else with `initial`. Every change is saved at once, and a change back to `initial`
 * removes the draft. A draft survives Esc, Back and a reload, and as long as its area.
 */
export function useDraft<T extends object | string>(
  draftKey: DraftKey,
  schema: Schema<T>,
  initial: T | (() => T),
  isBlank: (draft: T, before: T) => boolean = isSame,
) {
  const key = { memberId: currentSession()?.userId ?? 0, ...draftKey }
  const [before] = useState(initial)
  const readLatest = () => savedDraft(key, schema) ?? before
  const [draft, setDraft] = useState(readLatest)
  const [isRestored, setRestored] = useState(!isBlank(draft, before))
  // If two changes come before the next render, the second must see the first.
  const current = useRef(draft)
  const name = keyOf(key)

  function show(next: T): void {
    current.current = next
    setDraft(next)
  }

  function change(next: T | ((now: T) => T)): void {
    const changed = typeof next === 'function' ? next(current.current) : next
    save(isBlank(changed, before) ? null : changed)
    show(changed)
  }

  function save(next: T | null): void {
    saveDraft(key, next)
    changes.dispatchEvent(new CustomEvent(name, { detail: current }))
  }

  function discard(): void {
    change(before)
    setRestored(false)
  }

  useOtherChanges(name, current, () => show(readLatest()))
  return { draft, isRestored, readLatest, change, discard, clear: () => save(null) }
}

/** Notifies all forms of a draft, because a response may arrive after its dialog was closed and opened again. */
function useOtherChanges(name: string, own: object, onChange: () => void): void {
  const showLatest = useEffectEvent((event: Event) => {
    if (!(event instanceof CustomEvent) || event.detail !== own) onChange()
  })
  useEffect(() => {
    const listener = (event: Event) => showLatest(event)
    changes.addEventListener(name, listener)
    return () => changes.removeEventListener(name, listener)
  }, [name])
}

const Text: Schema<string> = {
  safeParse: (stored) => (typeof stored === 'string' ? { data: stored } : {}),
}

/** Saves a draft of a single text, which counts as empty while it is blank. */
export function useTextDraft(key: DraftKey, initial = '') {
  return useDraft<string>(key, Text, initial)
}

export function savedText(key: StoredKey): string {
  return savedDraft(key, Text) ?? ''
}

/** Spaces around a text are no change. */
function isSame(one: unknown, other: unknown): boolean {
  const trimmed = (_: string, part: unknown) => (typeof part === 'string' ? part.trim() : part)
  return JSON.stringify(one, trimmed) === JSON.stringify(other, trimmed)
}
