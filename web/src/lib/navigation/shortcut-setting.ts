import { useSyncExternalStore } from 'react'
import { areShortcutsOn, shortcutsKey } from '#web/lib/navigation/shortcuts.ts'
import { writeStored } from '#web/lib/storage/browser-storage.ts'

const listeners = new Set<() => void>()

export function useAreShortcutsOn(): boolean {
  return useSyncExternalStore(onTurn, areShortcutsOn)
}

export function turnShortcuts(isOn: boolean): void {
  writeStored(() => window.localStorage, shortcutsKey, isOn ? null : 'off')
  for (const listener of listeners) listener()
}

/** Also follows a change in another tab. */
function onTurn(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
