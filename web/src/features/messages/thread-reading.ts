import type { Message } from '@rootsquare/contract/messages'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useReadThread } from '#web/features/messages/api.ts'

/** What came into sight is read. Where telling so fails, the next sight of something tells it again. */
export function useReading(
  box: RefObject<HTMLElement | null>,
  otherId: number,
  messages: readonly Message[],
): void {
  const { mutate } = useReadThread(otherId)
  const seen = useRef(0)
  const told = useRef(0)

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
    for (const one of box.current?.querySelectorAll('[data-unread]') ?? []) observer.observe(one)
    document.addEventListener('visibilitychange', tell)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', tell)
    }
  }, [box, messages, mutate])
}

function idOf(element: Element): number {
  return Number(element.getAttribute('data-unread'))
}
