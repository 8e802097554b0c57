import { useRef, type KeyboardEvent } from 'react'
import type { MapState } from '#web/features/groups/map/map-states.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

type Direction = readonly [x: number, y: number]

export const arrowDirections: Record<string, Direction> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** How far to the side a state may be, and how much that distance weighs. These values make every state reachable. */
const slant = 1.5
const detour = 2

const typingPauseMs = 700

type MapKeys = {
  states: MapState[]
  stop: MapState | undefined
  onGo: (state: MapState) => void
  onChoose: (state: MapState) => void
}

/** Handles keys as in a listbox, but an arrow goes to the nearest state in its direction. */
export function useMapKeys({ states, stop, onGo, onChoose }: MapKeys) {
  const typed = useRef<Typed>({ text: '', at: 0 })

  function leadsTo(key: string, from: MapState, time: number): MapState | undefined {
    if (key === 'Home') return states[0]
    if (key === 'End') return lastOf(states)
    const direction = arrowDirections[key]
    if (direction !== undefined) return nearestState(states, from, direction)
    if (key.length > 1) return undefined
    typed.current = addTypedLetter(typed.current, key, time)
    return nextStateByName(states, from, typed.current.text)
  }

  return (event: KeyboardEvent): void => {
    if (stop === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const isChoosing = event.key === 'Enter' || event.key === ' '
    const next = isChoosing ? undefined : leadsTo(event.key, stop, event.timeStamp)
    // Prevented even if no state lies in that direction, since the page would scroll.
    if (isChoosing || event.key in arrowDirections || next !== undefined) event.preventDefault()
    if (isChoosing) onChoose(stop)
    if (next !== undefined) onGo(next)
  }
}

export function nearestState(states: MapState[], from: MapState, [x, y]: Direction): MapState | undefined {
  let found: MapState | undefined
  let shortest = Infinity
  for (const state of states) {
    const [right, down] = [state.cx - from.cx, state.cy - from.cy]
    const ahead = right * x + down * y
    const aside = Math.abs(right * y + down * x)
    const way = ahead + aside * detour
    if (ahead <= 0 || aside > ahead * slant || way >= shortest) continue
    found = state
    shortest = way
  }
  return found
}

type Typed = { text: string; at: number }

/** Adds a letter to the typed text. After a pause a new text starts. */
export function addTypedLetter(before: Typed, key: string, time: number): Typed {
  const isSameText = time - before.at < typingPauseMs
  return { text: (isSameText ? before.text : '') + key.toLowerCase(), at: time }
}

/** Finds a state by typed letters. One letter moves to the next match; several stay on a state that still matches. */
export function nextStateByName(states: MapState[], from: MapState, text: string): MapState | undefined {
  const at = states.indexOf(from) + (text.length === 1 ? 1 : 0)
  const inTurn = [...states.slice(at), ...states.slice(0, at)]
  return inTurn.find(({ name }) => name.toLowerCase().startsWith(text))
}
