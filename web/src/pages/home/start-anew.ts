import { useEffect } from 'react'
import type { RefObject } from 'react'
import { useReload } from '#web/features/posts/feed/use-feed.ts'
import { offerHomeAgain } from '#web/lib/session/home-again.ts'

/** Whoever asks for home while there gets its top and what is new, as by the arrow at the feed's end. */
export function useStartAnew(panel: RefObject<HTMLElement | null>): void {
  const { mutate, isPending } = useReload({ kind: 'home' })
  useEffect(
    () =>
      offerHomeAgain(() => {
        // On a low screen both have room to scroll.
        for (const scroller of [panel.current, window]) scroller?.scrollTo({ top: 0, behavior: 'instant' })
        if (!isPending) mutate()
      }),
    [panel, mutate, isPending],
  )
}
