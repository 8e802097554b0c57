import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { removePost } from '#web/features/posts/post-cache.ts'

const gone = new Set<number>()
const listeners = new Set<() => void>()

/** The server has just said that it is not there any more: it leaves every list, and its own page says so. */
export function dropGonePost(queryClient: QueryClient, id: number): void {
  gone.add(id)
  removePost(queryClient, id)
  for (const listener of listeners) listener()
}

export function useIsGone(id: number): boolean {
  return useSyncExternalStore(subscribe, () => gone.has(id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
