import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

export type Theme = 'light' | 'dark' | 'auto'

/** The script in index.html reads the same key before the first paint. */
const storageKey = 'rootsquare.theme'
const listeners = new Set<() => void>()

/** Applies changes of the system's theme and choices made in another tab. */
export function watchTheme(): void {
  darkSystem().addEventListener('change', showTheme)
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) showTheme()
  })
}

export function chooseTheme(theme: Theme): void {
  writeStored(() => window.localStorage, storageKey, theme)
  showTheme()
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, chosenTheme)
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

function chosenTheme(): Theme {
  const stored = readStored(() => window.localStorage, storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}

function darkSystem(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

function showTheme(): void {
  const chosen = chosenTheme()
  const isDark = chosen === 'auto' ? darkSystem().matches : chosen === 'dark'
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}
