import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Whether the member has switched something on, and how many members have. */
type Toggle = { isOn: boolean; count: number }

type WithId = { id: number }

/** Something that a member can switch on and off: the like of a post or of a comment, or a bookmark. */
export type ToggleKind<Thing extends WithId> = {
  name: string
  read: (thing: Thing) => Toggle
  send: (thing: Thing, isOn: boolean) => Promise<Toggle>
  /** Fetches the state on the server, if there is a call for it. */
  fetchCurrent?: (thing: Thing) => Promise<Toggle>
  /** Writes the toggle into the cache. */
  patch: (queryClient: QueryClient, thing: Thing, toggle: Toggle) => void
  /** Removes a thing from the cache that no longer exists on the server. */
  dropMissing: (queryClient: QueryClient, thing: Thing) => void
}

/** `settled` is the last state from the server, and `shown` is the state that the last tap requests. */
type ToggleState = { settled: Toggle; shown: Toggle }
/** A tap of one member on one thing. Nothing is sent once the member has signed out. */
type Tap<Thing extends WithId> = {
  queryClient: QueryClient
  kind: ToggleKind<Thing>
  thing: Thing
  stateKey: string
  isHere: () => boolean
}

const states = new Map<string, ToggleState>()
const listeners = new Set<() => void>()

/** Shows the tap at once and sends one call at a time for each thing. The last tap wins unless the server rejects it. */
export function tapToggle<Thing extends WithId>(
  queryClient: QueryClient,
  kind: ToggleKind<Thing>,
  thing: Thing,
): void {
  const stateKey = stateKeyOf(kind, thing)
  const state = states.get(stateKey)
  const settled = state?.settled ?? kind.read(thing)
  const wanted = !(state?.shown ?? settled).isOn
  const tap = { queryClient, kind, thing, stateKey, isHere: whileSignedIn() }
  setState(tap, { settled, shown: toggledTo(wanted, settled) })
  if (state === undefined) void sendUntilSettled(tap)
}

/** Returns the tapped state while taps are being sent, even if a list loaded in between says otherwise. */
export function useToggle<Thing extends WithId>(kind: ToggleKind<Thing>, thing: Thing): Toggle {
  return useSyncExternalStore(subscribe, () => states.get(stateKeyOf(kind, thing))?.shown) ?? kind.read(thing)
}

function stateKeyOf({ name }: { name: string }, { id }: WithId): string {
  return `${name}.${currentSession()?.userId}.${id}`
}

async function sendUntilSettled<Thing extends WithId>(tap: Tap<Thing>): Promise<void> {
  const { kind, thing, stateKey, isHere } = tap
  for (let state = states.get(stateKey); state !== undefined && isOpen(state); state = states.get(stateKey)) {
    try {
      applyResponse(tap, await kind.send(thing, state.shown.isOn))
    } catch (failure) {
      if (!isHere()) break
      showSnackbar('error', errorText(failure))
      if (isMissing(failure)) {
        removeState(tap)
        return kind.dropMissing(tap.queryClient, thing)
      }
      await rollBack(tap, failure)
    }
    if (!isHere()) break
  }
  // Runs after the cache has notified its observers, so that no old state is shown in between.
  notifyManager.schedule(() => closeTap(tap))
}

/** Removes the state of a finished tap, unless another tap has been made and must be sent. */
function closeTap<Thing extends WithId>(tap: Tap<Thing>): void {
  const state = states.get(tap.stateKey)
  if (state !== undefined && isOpen(state) && tap.isHere()) void sendUntilSettled(tap)
  else removeState(tap)
}

function isOpen({ settled, shown }: ToggleState): boolean {
  return settled.isOn !== shown.isOn
}

/** Applies a response, but keeps showing the state of a tap that was made since and is still to be sent. */
function applyResponse<Thing extends WithId>(tap: Tap<Thing>, settled: Toggle): void {
  const wanted = states.get(tap.stateKey)?.shown.isOn ?? settled.isOn
  setState(tap, { settled, shown: toggledTo(wanted, settled) })
}

/** Fetches the state after a failure, because only the server knows whether a call without a response had an effect. */
async function rollBack<Thing extends WithId>(tap: Tap<Thing>, failure: unknown): Promise<void> {
  const { kind, thing, stateKey } = tap
  const before = states.get(stateKey)
  if (before === undefined) return
  const rolledBack = { settled: before.settled, shown: before.settled }
  setState(tap, rolledBack)
  if (!(failure instanceof CallError) || (failure.status > 0 && failure.status < 500)) return
  if (kind.fetchCurrent === undefined) return
  const truth = await kind.fetchCurrent(thing).catch(() => before.settled)
  if (states.get(stateKey) === rolledBack) setState(tap, { settled: truth, shown: truth })
  else applyResponse(tap, truth)
}

function toggledTo(isOn: boolean, settled: Toggle): Toggle {
  return { isOn, count: settled.count + Number(isOn) - Number(settled.isOn) }
}

function setState<Thing extends WithId>(tap: Tap<Thing>, state: ToggleState): void {
  states.set(tap.stateKey, state)
  if (tap.isHere()) tap.kind.patch(tap.queryClient, tap.thing, state.shown)
  notifyListeners()
}

function removeState({ stateKey }: { stateKey: string }): void {
  states.delete(stateKey)
  notifyListeners()
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
