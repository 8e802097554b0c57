import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './thread-log.module.css'

export type OlderPages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}
type OlderMessagesProps = { pages: OlderPages; box: RefObject<HTMLElement | null> }

/** Over the oldest one: brings those before it in time, and keeps a button for when that fails. */
export function OlderMessages({ pages, box }: OlderMessagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const top = useRef<HTMLDivElement>(null)
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  useEffect(() => {
    if (!isReady || top.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) fetchNextPage()
      },
      { root: box.current, rootMargin: '400px 0px 0px' },
    )
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [isReady, fetchNextPage, box])

  if (!hasNextPage) return null
  return (
    <div ref={top} className={classes.older}>
      {isFetchNextPageError && !isFetchingNextPage && <p role="alert">Error fetching messages</p>}
      <Button look="outline" isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {isFetchNextPageError ? 'Retry' : 'Older messages'}
      </Button>
    </div>
  )
}
