import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type RefObject } from 'react'
import { commentFieldId, commentsHash } from '#web/entities/posts/post-link.ts'

/** The history entries that have led to the comments. Back to one of them restores the position that it was left at. */
const opened = new Set<string | undefined>()

type Comments = { count: number; isLoading: boolean }

/** Scrolls to the heading of the comments if a link to them has led here, and once more when they have loaded. */
export function useOpenAtComments(
  title: RefObject<HTMLElement | null>,
  { count, isLoading }: Comments,
): void {
  const router = useRouter()
  const scrolledTo = useRef<number | null>(null)
  const isFirst = useRef(true)

  useEffect(() => {
    const { hash, state } = router.history.location
    const isLedHere = hash === `#${commentsHash}` || (hash === `#${commentFieldId}` && count > 0)
    if (isFirst.current) {
      isFirst.current = false
      if (!isLedHere || opened.has(state.key)) return
      opened.add(state.key)
      if (hash === `#${commentsHash}`) title.current?.focus({ preventScroll: true })
    } else if (scrolledTo.current === null || Math.abs(scrolledTo.current - window.scrollY) > 1) return
    title.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
    scrolledTo.current = isLoading ? window.scrollY : null
  }, [router, title, count, isLoading])
}
