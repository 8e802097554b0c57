import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { readJson, writeStored } from '#web/lib/storage/browser-storage.ts'
import { keyOf, type StorageKey } from '#web/lib/storage/database.ts'
import {
  onStoredChange,
  storedValue,
  storeValues,
  whenStoreLoads,
  type Merge,
} from '#web/lib/storage/member-store.ts'

/** The needed part of a zod schema. Zod itself weighs 25 kB, which pages with plain texts need not load. */
type Schema<T> = { safeParse: (stored: unknown) => { data?: T | undefined } }
/** For drafts that do not wait for the store, and join what is typed before it is loaded with what is stored. */
type LiveSchema<T> = Schema<T> & { merge: Merge }

/** Returns what the member typed and has not sent; null if there is none or its version is older. */
export function savedDraft<T>(key: StorageKey, schema: Schema<T>): T | null {
  const stored = key.memberId === visitor ? readJson(tab, keyOf(key)) : storedValue(key.memberId, keyOf(key))
  const isWrapped = propertyOf(stored, 'endsAt') !== undefined
  return schema.safeParse(isWrapped ? propertyOf(stored, 'draft') : stored).data ?? null
}

const privateMs = 24 * 3_600_000

type SaveOptions = NonNullable<Parameters<typeof storeValues>[2]>

/** Null removes it. Components with the same draft show the change, except for `source`. */
export function saveDraft(key: StorageKey, draft: object | string | null, options?: SaveOptions): void {
  const [path, text] = [keyOf(key), draft && JSON.stringify(draft)]
  if (key.memberId === visitor) return void writeStored(tab, path, text)
  const value = draft && key.isPrivate ? { draft, endsAt: Date.now() + privateMs } : draft
  const isChanged = JSON.stringify(storedValue(key.memberId, path)) !== JSON.stringify(value)
  if (isChanged) storeValues(key.memberId, [[path, value]], options)
}

/**
 * A visitor has no database, which is deleted at the sign-out of its member. The draft of a sign-up ends with its tab, so
 * that it stays on no device that others use too.
 */
const visitor = 0
const tab = () => window.sessionStorage

/** The draft belongs to the viewer unless `memberId` is given. */
type DraftKey = Omit<StorageKey, 'memberId'> & { memberId?: number }

/**
 * Starts with the saved draft, else with `initial`. Every change is saved at once, and a change back to `initial`
 * removes the draft. A draft survives Esc, Back, a reload and a closed tab. It suspends while the store is loading.
 */
export function useDraft<T extends object | string>(
  key: DraftKey,
  schema: Schema<T>,
  initial: T | (() => T),
  isBlank?: (draft: T, before: T) => boolean,
) {
  useLoadedStore(key.memberId)
  return useStoredDraft(key, schema, { initial, isBlank })
}

/** Suspends until the store has what earlier visits saved, for components that read a draft only once. */
export function useLoadedStore(memberId = currentSession()?.userId ?? visitor): void {
  // Also once it is loaded: React fails if a component that has waited is shown without this call.
  use(whenStoreLoads(memberId) ?? loaded)
}

/** React reads these fields, and does not wait for a promise that has them. */
const loaded = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

/** Does not wait for the store. */
export function useLiveDraft<T extends object | string>(
  key: DraftKey,
  schema: LiveSchema<T>,
  initial: T,
  isBlank?: (draft: T, before: T) => boolean,
) {
  return useStoredDraft(key, schema, { initial, isBlank, merge: schema.merge })
}

type DraftOptions<T> = {
  initial: T | (() => T)
  isBlank: ((draft: T, before: T) => boolean) | undefined
  merge?: Merge
}

function useStoredDraft<T extends object | string>(
  draftKey: DraftKey,
  schema: Schema<T>,
  { initial, isBlank = isSame, merge }: DraftOptions<T>,
) {
  const key = { memberId: currentSession()?.userId ?? visitor, ...draftKey }
  const [before] = useState(initial)
  const readLatest = () => savedDraft(key, schema) ?? before
  const [draft, setDraft] = useState(readLatest)
  const [isRestored, setRestored] = useState(!isBlank(draft, before))
  // If two changes come before the next render, the second must see the first.
  const current = useRef(draft)

  function show(next: T): void {
    current.current = next
    setDraft(next)
  }

  function change(next: T | ((now: T) => T)): void {
    const changed = typeof next === 'function' ? next(current.current) : next
    saveDraft(key, isBlank(changed, before) ? null : changed, { source: current, merge })
    show(changed)
  }

  function discard(): void {
    change(before)
    setRestored(false)
  }

  useOtherChanges(keyOf(key), current, (isFromElsewhere) => {
    const latest = readLatest()
    show(latest)
    setRestored((now) => (now || isFromElsewhere) && !isBlank(latest, before))
  })
  const clear = () => saveDraft(key, null, { source: current })
  return { draft, isRestored, readLatest, change, discard, clear }
}

/** Shows changes by other tabs and components: a response may arrive after its dialog was closed and opened again. */
function useOtherChanges(path: string, own: object, onChange: (isFromElsewhere: boolean) => void): void {
  const showLatest = useEffectEvent((changed: string | null, source: object | null) => {
    if (changed === path && source !== own) onChange(source === null)
  })
  useEffect(() => onStoredChange((changed, source) => showLatest(changed, source)), [])
}

const Text: LiveSchema<string> = {
  safeParse: (stored) => (typeof stored === 'string' ? { data: stored } : {}),
  merge: mergedText,
}

/** Puts what was typed behind the stored text. */
export function mergedText(stored: unknown, typed: unknown): string {
  const texts = [stored, typed].filter((text) => typeof text === 'string' && text !== '')
  return [...new Set(texts)].join('\n')
}

/** Saves a draft of a comment or message, which counts as empty while it is blank. */
export function useTextDraft(key: DraftKey, initial = '') {
  return useLiveDraft<string>(key, Text, initial)
}

export function savedText(key: StorageKey): string {
  return savedDraft(key, Text) ?? ''
}

/** Spaces around a text are no change. */
function isSame(one: unknown, other: unknown): boolean {
  const trimmed = (_: string, part: unknown) => (typeof part === 'string' ? part.trim() : part)
  return JSON.stringify(one, trimmed) === JSON.stringify(other, trimmed)
}
