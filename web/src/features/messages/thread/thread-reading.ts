import type { Message } from '@rootsquare/contract/messages'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useReadThread } from '#web/entities/messages/messages-api.ts'

/**
 * Whoever opens a conversation has read what stands in it; of what comes later, what came into sight. Where telling so
 * fails for good, the next sight of something tells it again.
 */
export function useReading(
  box: RefObject<HTMLElement | null>,
  otherId: number,
  messages: readonly Message[],
): void {
  const { mutate } = useReadThread(otherId)
  const seen = useRef(0)
  const told = useRef(0)
  const isOpened = useRef(false)

  useEffect(() => {
    function tell(): void {
      const upTo = seen.current
      if (upTo <= told.current || document.visibilityState !== 'visible') return
      told.current = upTo
      mutate(upTo, { onError: () => (told.current = 0) })
    }

    const observer = new IntersectionObserver(
      (entries) => {
        const inSight = entries.filter(({ isIntersecting }) => isIntersecting)
        seen.current = Math.max(seen.current, ...inSight.map(({ target }) => idOf(target)))
        tell()
      },
      { root: box.current },
    )
    const unread = [...(box.current?.querySelectorAll('[data-unread]') ?? [])]
    if (!isOpened.current) seen.current = Math.max(0, ...unread.map(idOf))
    isOpened.current = true
    tell()
    for (const one of unread) observer.observe(one)
    const over = new AbortController()
    document.addEventListener('visibilitychange', tell, { signal: over.signal })
    window.addEventListener('online', tell, { signal: over.signal })
    return () => {
      observer.disconnect()
      over.abort()
    }
  }, [box, messages, mutate])
}

function idOf(element: Element): number {
  return Number(element.getAttribute('data-unread'))
}
