import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

export type DataSaver = 'auto' | 'on' | 'off'

const storageKey = 'rootsquare.data-saver'
const listeners = new Set<() => void>()

/**
 * Returns whether this device loads as little as it can: small pictures only, nothing that plays by itself, and nothing in
 * advance. It is on by itself if the browser or the system asks for that.
 */
export function isSavingData(): boolean {
  const chosen = chosenDataSaver()
  return chosen === 'auto' ? asksForLessData() : chosen === 'on'
}

export function useIsSavingData(): boolean {
  return useSyncExternalStore(subscribe, isSavingData)
}

export function useDataSaver(): DataSaver {
  return useSyncExternalStore(subscribe, chosenDataSaver)
}

export function chooseDataSaver(choice: DataSaver): void {
  writeStored(() => window.localStorage, storageKey, choice === 'auto' ? null : choice)
  for (const listener of listeners) listener()
}

function chosenDataSaver(): DataSaver {
  const stored = readStored(() => window.localStorage, storageKey)
  return stored === 'on' || stored === 'off' ? stored : 'auto'
}

declare global {
  interface Navigator {
    /** Only in Chrome and what is made from it. */
    connection?: { saveData?: boolean }
  }
}

/** Chrome tells pages of its own data saver; the media feature is for a setting of the system. */
function asksForLessData(): boolean {
  return navigator.connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}

/** Also follows a choice made in another tab. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
