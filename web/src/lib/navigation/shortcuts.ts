import { useEffect } from 'react'
import { isAnyLayerOpen } from '#web/lib/navigation/layers.ts'
import { readStored } from '#web/lib/storage/browser-storage.ts'

type Shortcut = {
  /** One key such as '?', or two pressed one after the other such as 'g h'. */
  keys: string
  does: string
  run: () => void
  /** Returns whether the shortcut works now; without it, it always works. */
  when?: () => boolean
}

export const shortcutsKey = 'rootsquare.shortcuts'
const area = () => window.localStorage
const pauseMs = 1500
const takesKeys =
  'input, textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=listbox], [role=menu]'
const registered = new Set<readonly Shortcut[]>()

/** Enables shortcuts while the component is mounted, and lists them on the sheet. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    registered.add(shortcuts)
    return () => {
      registered.delete(shortcuts)
    }
  })
}

export function workingShortcuts(): Shortcut[] {
  return [...registered].flat().filter(({ when }) => when === undefined || when())
}

export function areShortcutsOn(): boolean {
  return readStored(area, shortcutsKey) !== 'off'
}

export function listenForShortcuts(): () => void {
  const shortcutFor = keySequences()
  const onKeyDown = (event: KeyboardEvent) => {
    if (isForSomethingElse(event) || !areShortcutsOn()) return
    const pressed = event.shiftKey ? event.key : event.key.toLowerCase()
    const found = shortcutFor(pressed, workingShortcuts(), event.timeStamp)
    if (!found) return
    event.preventDefault()
    found.run()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/**
 * Finds the shortcut that a key completes, alone or after a recent first key. The times of the presses are compared,
 * because a busy page may handle the second key late.
 */
export function keySequences() {
  let before = { key: '', at: 0 }
  return function shortcutFor(
    pressed: string,
    working: readonly Shortcut[],
    at: number,
  ): Shortcut | undefined {
    const isFollowing = before.key !== '' && at - before.at < pauseMs
    const found =
      (isFollowing && working.find(({ keys }) => keys === `${before.key} ${pressed}`)) ||
      working.find(({ keys }) => keys === pressed)
    before = { key: found ? '' : pressed, at }
    return found
  }
}

function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return true
  if (event.defaultPrevented || event.key.length > 1 || isAnyLayerOpen()) return true
  return event.target instanceof Element && event.target.closest(takesKeys) !== null
}
