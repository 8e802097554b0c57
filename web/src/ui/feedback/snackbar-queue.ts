import { useSyncExternalStore, type ReactNode } from 'react'
import { announce, clearAnnouncements } from '#web/lib/navigation/announce.ts'

type SnackbarKind = 'success' | 'error' | 'warning'
/** `turn` increases when the same text is shown again. */
export type Snackbar = { id: number; turn: number; kind: SnackbarKind; text: string; action?: ReactNode }

const maxAtOnce = 3
const listeners = new Set<() => void>()
let shown: readonly Snackbar[] = []
let lastId = 0

/** `action` is a button of the caller, shown before the button that closes. */
export function showSnackbar(kind: SnackbarKind, text: string, action?: ReactNode): number {
  lastId += 1
  const turn = lastId
  announce(kind === 'error' ? 'live-assertive' : 'live-polite', text)
  const same = shown.find((one) => one.kind === kind && one.text === text && !one.action && !action)
  const id = same?.id ?? turn
  if (same) change(shown.map((one) => (one === same ? { ...one, turn } : one)))
  else change([...shown, { id, turn, kind, text, action }].slice(-maxAtOnce))
  return id
}

export function closeSnackbar(id: number): void {
  change(shown.filter((snackbar) => snackbar.id !== id))
}

/** Closes all snackbars before a new attempt, because they are about the previous one. */
export function clearSnackbars(): void {
  change([])
}

/** Closes errors on navigation, because they are about the previous page. */
export function clearErrors(): void {
  const others = shown.filter(({ kind }) => kind !== 'error')
  if (others.length < shown.length) change(others)
}

export function useSnackbars(): readonly Snackbar[] {
  return useSyncExternalStore(subscribe, () => shown)
}

function change(next: readonly Snackbar[]): void {
  shown = next
  if (next.length === 0) clearAnnouncements()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
