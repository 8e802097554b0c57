import { notifyManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import type { StoredCall } from '#web/lib/storage/sendable-entry.ts'
import { useSession } from '#web/lib/session/session.ts'
import { outboxPrefix } from '#web/lib/storage/database.ts'
import { onStoredChange, storedValue, storedValues, storeValues } from '#web/lib/storage/member-store.ts'
import { nextPosition } from '#web/lib/storage/next-position.ts'

export type Ids = readonly (number | string)[]
/** Names a value that a member can change: what it is, such as a like, and the ids of what it belongs to. */
export type ValueName = { name: string; ids: Ids }

type Change = {
  value: unknown
  confirmed: unknown
  call: StoredCall
  /** Whether the server may have received it, so that also the confirmed value must be sent. */
  isTried: boolean
}

/** The ids of such entries begin with it. */
const valuePrefix = 'value.'
/** The paths of those entries begin with it. */
export const valuesPath = `${outboxPrefix}${valuePrefix}`
const listeners = new Set<() => void>()

/** Reports that a value waits, for who sends it. Returns a function that stops reporting. */
export function onValueWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the value that waits in the outbox, and undefined if none does. */
export function waitingValue(memberId: number, name: ValueName): unknown {
  return valueIn(storedValue(memberId, outboxPrefix + entryId(name)))
}

/** Returns all waiting values of one kind, each with the ids of what it belongs to. */
export function useWaitingValues(name: string): { ids: unknown[]; value: unknown }[] {
  const memberId = useSession()?.userId
  const prefix = `${valuesPath}${name}.`
  const read = () =>
    JSON.stringify(memberId === undefined ? [] : [...storedValues(memberId, prefix).values()])
  const entries: unknown[] = JSON.parse(useSyncExternalStore(subscribe, read))
  return entries.flatMap((entry) => {
    const ids = propertyOf(propertyOf(entry, 'item'), 'ids')
    const value = valueIn(entry)
    return Array.isArray(ids) && value !== undefined ? [{ ids, value }] : []
  })
}

function entryId({ name, ids }: ValueName): string {
  return `${valuePrefix}${[name, ...ids].join('.')}`
}

/** What has failed does not wait any more. */
function valueIn(entry: unknown): unknown {
  const isWaiting = propertyOf(entry, 'error') === null
  return isWaiting ? propertyOf(propertyOf(entry, 'item'), 'value') : undefined
}

/**
 * A value that waits in the outbox until it can be sent: the last one that the member has chosen, since a later choice
 * replaces an earlier one. It is shown as if it had been sent, also after a reload.
 */
export function useWaitingValue({ name, ids }: ValueName) {
  const memberId = useSession()?.userId
  const id = entryId({ name, ids })
  const path = `${outboxPrefix}${id}`
  const entry = useSyncExternalStore(subscribe, () => memberId && storedValue(memberId, path))

  function store({ value, confirmed, call, isTried }: Change): void {
    if (memberId === undefined) return
    const wasTried =
      isTried || propertyOf(propertyOf(storedValue(memberId, path), 'item'), 'isTried') === true
    const isNothing = value === confirmed && !wasTried
    const when = { writtenAt: Date.now(), position: nextPosition() }
    const blank = { kind: 'value', receiverId: 0, text: '', media: [], error: null }
    const next = { ...blank, ...when, id, item: { name, ids, value, isTried: wasTried }, call }
    storeValues(memberId, [[path, isNothing ? null : next]])
    if (!isNothing) for (const listener of listeners) listener()
  }

  return { value: valueIn(entry), store }
}

/** Shows a change together with those of the query cache in the same batch. */
function subscribe(listener: () => void): () => void {
  return onStoredChange((path) => {
    if (path === null || path.startsWith(outboxPrefix)) notifyManager.schedule(listener)
  })
}
