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

/** What a member can switch on and off: the like of a post or of a comment, a bookmark. */
export type ToggleKind<Thing extends { id: number }> = {
  name: string
  read: (thing: Thing) => Toggle
  send: (thing: Thing, isOn: boolean) => Promise<Toggle>
  /** What the server has, where it can be asked. */
  fetchCurrent?: (thing: Thing) => Promise<Toggle>
  /** Writes it into the cache. */
  patch: (queryClient: QueryClient, thing: Thing, toggle: Toggle) => void
  /** The server has said that the thing is not there any more. */
  dropGone: (queryClient: QueryClient, thing: Thing) => void
}

/** `settled` is what the server said last, `shown` what the last tap asks for. */
type ToggleState = { settled: Toggle; shown: Toggle }
/** A tap of one member on one thing; nothing is sent any more once the member has signed out. */
type Tap = {
  stateKey: string
  isHere: () => boolean
  send: (isOn: boolean) => Promise<Toggle>
  fetchCurrent: (() => Promise<Toggle>) | undefined
  patch: (toggle: Toggle) => void
  dropGone: () => void
}

const states = new Map<string, ToggleState>()
const listeners = new Set<() => void>()

/** Shows the tap at once. One call at a time for each thing: the last tap wins, and the server decides in the end. */
export function tapToggle<Thing extends { id: number }>(
  queryClient: QueryClient,
  kind: ToggleKind<Thing>,
  thing: Thing,
): void {
  const stateKey = stateKeyOf(kind, thing)
  const state = states.get(stateKey)
  const settled = state?.settled ?? kind.read(thing)
  const wanted = !(state?.shown ?? settled).isOn
  const { fetchCurrent } = kind
  const tap: Tap = {
    stateKey,
    isHere: whileSignedIn(),
    send: (isOn) => kind.send(thing, isOn),
    fetchCurrent: fetchCurrent && (() => fetchCurrent(thing)),
    patch: (toggle) => kind.patch(queryClient, thing, toggle),
    dropGone: () => kind.dropGone(queryClient, thing),
  }
  setState(tap, { settled, shown: toggledTo(wanted, settled) })
  if (state === undefined) void settle(tap)
}

/** While taps are being sent they override what a list that was loaded meanwhile says. */
export function useToggle<Thing extends { id: number }>(kind: ToggleKind<Thing>, thing: Thing): Toggle {
  return useSyncExternalStore(subscribe, () => states.get(stateKeyOf(kind, thing))?.shown) ?? kind.read(thing)
}

function stateKeyOf({ name }: { name: string }, { id }: { id: number }): string {
  return `${name}.${currentSession()?.userId}.${id}`
}

async function settle(tap: Tap): Promise<void> {
  const { stateKey, isHere } = tap
  for (let state = states.get(stateKey); state !== undefined && isOpen(state); state = states.get(stateKey)) {
    try {
      applyResponse(tap, await tap.send(state.shown.isOn))
    } catch (failure) {
      if (!isHere()) break
      if (isMissing(failure)) return dropGone(tap, failure)
      showSnackbar('error', errorText(failure))
      await rollBack(tap, failure)
    }
    if (!isHere()) break
  }
  // After the cache has notified its observers, so that nothing old is shown in between.
  notifyManager.schedule(() => close(tap))
}

/** Unless there was a tap in that moment. */
function close(tap: Tap): void {
  const state = states.get(tap.stateKey)
  if (state !== undefined && isOpen(state) && tap.isHere()) void settle(tap)
  else removeState(tap)
}

function isOpen({ settled, shown }: ToggleState): boolean {
  return settled.isOn !== shown.isOn
}

/** A tap that was made since is still to be sent. */
function applyResponse(tap: Tap, settled: Toggle): void {
  const wanted = states.get(tap.stateKey)?.shown.isOn ?? settled.isOn
  setState(tap, { settled, shown: toggledTo(wanted, settled) })
}

/** Only the server knows whether a call without a response did its work. */
async function rollBack(tap: Tap, failure: unknown): Promise<void> {
  const { stateKey, fetchCurrent } = tap
  const before = states.get(stateKey)
  if (before === undefined) return
  const rolledBack = { settled: before.settled, shown: before.settled }
  setState(tap, rolledBack)
  if (!(failure instanceof CallError) || (failure.status > 0 && failure.status < 500)) return
  if (fetchCurrent === undefined) return
  const truth = await fetchCurrent().catch(() => before.settled)
  if (states.get(stateKey) === rolledBack) setState(tap, { settled: truth, shown: truth })
  else applyResponse(tap, truth)
}

function dropGone(tap: Tap, failure: unknown): void {
  showSnackbar('error', errorText(failure))
  removeState(tap)
  tap.dropGone()
}

function toggledTo(isOn: boolean, settled: Toggle): Toggle {
  return { isOn, count: settled.count + Number(isOn) - Number(settled.isOn) }
}

function setState({ stateKey, isHere, patch }: Tap, state: ToggleState): void {
  states.set(stateKey, state)
  if (isHere()) patch(state.shown)
  notifyListeners()
}

function removeState({ stateKey }: Tap): void {
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
