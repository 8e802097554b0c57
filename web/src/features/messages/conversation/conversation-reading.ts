import type { Message } from '@rootsquare/contract/messages'
import { useEffect, useRef, type RefObject } from 'react'
import { useReadConversation } from '#web/entities/messages/messages-api.ts'

/**
 * Marks a conversation as read when it opens, and later messages when they become visible. If that fails for
 * good, the next message that becomes visible tries it again.
 */
export function useMarkAsRead(
  box: RefObject<HTMLElement | null>,
  otherId: number,
  messages: readonly Message[],
): void {
  const { mutate } = useReadConversation(otherId)
  const seen = useRef(0)
  const marked = useRef(0)
  const hasOpened = useRef(false)

  useEffect(() => {
    function markRead(): void {
      const upTo = seen.current
      if (upTo <= marked.current || document.visibilityState !== 'visible') return
      marked.current = upTo
      mutate(upTo, { onError: () => (marked.current = 0) })
    }

    const observer = new IntersectionObserver(
      (entries) => {
        const visible = entries.filter(({ isIntersecting }) => isIntersecting)
        seen.current = Math.max(seen.current, ...visible.map(({ target }) => idOf(target)))
        markRead()
      },
      { root: box.current },
    )
    const unread = [...(box.current?.querySelectorAll('[data-unread]') ?? [])]
    if (!hasOpened.current) seen.current = Math.max(0, ...unread.map(idOf))
    hasOpened.current = true
    markRead()
    for (const one of unread) observer.observe(one)
    const over = new AbortController()
    document.addEventListener('visibilitychange', markRead, { signal: over.signal })
    window.addEventListener('online', markRead, { signal: over.signal })
    return () => {
      observer.disconnect()
      over.abort()
    }
  }, [box, messages, mutate])
}

function idOf(element: Element): number {
  return Number(element.getAttribute('data-unread'))
}
