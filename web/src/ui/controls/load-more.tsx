import { useEffect, useRef } from 'react'
import { errorText } from '#web/lib/net/error-text.ts'
import { useIsOnline } from '#web/lib/browser/use-online.ts'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './load-more.module.css'

export type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => unknown
}

/** Loads the next page shortly before the end of the list is reached; the button is for when that fails. */
export function LoadMore({ pages }: { pages: Pages }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = pages
  const isOnline = useIsOnline()
  const end = useRef<HTMLDivElement>(null)
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  useEffect(() => {
    if (!isReady || end.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) fetchNextPage()
      },
      { rootMargin: '200px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isReady, fetchNextPage])

  if (!hasNextPage) return null
  const moreErrorText = isOnline ? errorText(error) : 'More is not stored on this device.'
  return (
    <div ref={end} className={`stack gap-s centered ${classes.more}`}>
      {isFetchNextPageError && !isFetchingNextPage && <p role="alert">{moreErrorText}</p>}
      <Button variant="outline" isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {isFetchNextPageError ? 'Retry' : 'Load more'}
      </Button>
    </div>
  )
}
