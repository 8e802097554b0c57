import { useSyncExternalStore } from 'react'

/** Returns false while the browser knows that there is no connection. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onLineChange, () => navigator.onLine)
}

export function onLineChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
