import type { ParsedLocation, RouterHistory } from '@tanstack/react-router'
import { currentSession } from '#web/lib/session/session.ts'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const storageKey = 'rootsquare.history'
const area = () => window.sessionStorage
const maxEntries = 100

/** One stored entry: the key that the router gives to it, and the path of its page. */
type Entry = { key: string; path: string }

/** The position of the current entry among the saved entries. */
let current = -1

/** Saves which pages this tab's history contains, because the browser does not say what lies before the current one. */
export function watchHistory(history: RouterHistory): void {
  current = positionOf(history.location)
  if (current < 0) save(0, history.location)
  history.subscribe(({ location, action }) => {
    if (action.type === 'PUSH') save(current + 1, location)
    else if (action.type === 'REPLACE') save(current, location)
    else current = positionOf(location)
  })
}

/** Returns the paths of the pages before the current one, the nearest first. */
export function pathsBefore(): string[] {
  return saved()
    .slice(0, Math.max(0, current))
    .map(({ path }) => path)
    .reverse()
}

type Location = Pick<ParsedLocation, 'pathname' | 'state'>

function positionOf({ state }: Location): number {
  return saved().findIndex(({ key }) => key === state.key)
}

function saved(): Entry[] {
  const lines = (readStored(area, storageKey) ?? '').split('\n').filter(Boolean)
  return lines.map((line) => ({ key: line.split(' ', 1)[0] ?? '', path: line.slice(line.indexOf(' ') + 1) }))
}

/** Puts the current entry at a position. Later entries are deleted: after a push they no longer exist. */
function save(position: number, { pathname, state }: Location): void {
  // Nothing is stored about a visitor, who may be another person at this device.
  if (currentSession() === null) {
    current = -1
    return
  }
  const before = saved().slice(0, Math.max(0, position))
  const entries = [...before, { key: state.key ?? '', path: pathname }].slice(-maxEntries)
  current = entries.length - 1
  writeStored(area, storageKey, entries.map(({ key, path }) => `${key} ${path}`).join('\n'))
}
