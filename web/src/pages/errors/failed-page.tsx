import { failureTexts } from '@rootsquare/contract/lib/failure'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, useEffect, type ReactNode } from 'react'
import { useIsOnline } from '#web/lib/browser/use-online.ts'
import { MissingChunk } from '#web/lib/net/missing-chunk.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import { loadOfflineParts } from '#web/ui/offline/load-offline-parts.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const NotStoredText = lazyExtra<{ children: ReactNode }>(
  async () => (await loadOfflineParts()).NotStoredText,
  ({ children }) => children,
)

/** Replaces a page that threw. The navbar and the menu stay. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const isMissingChunk = error instanceof MissingChunk
  const isNotStored = !useIsOnline() && isMissingChunk
  useEffect(() => {
    if (!isMissingChunk) return
    const onOnline = () => void reloadPage()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isMissingChunk])

  function retry(): void {
    if (isMissingChunk) return void reloadPage()
    // The page may have failed because of the fetched data.
    void queryClient.resetQueries()
    reset()
    void router.invalidate()
  }

  const button = <Button onClick={retry}>Retry</Button>
  return (
    <NoticePage
      title={isNotStored ? 'This page is not stored on this device' : 'Something went wrong'}
      cloth={{ family: 'nok', palette: 'clay' }}
    >
      {isNotStored ? (
        <Suspense fallback={button}>
          <NotStoredText>{button}</NotStoredText>
        </Suspense>
      ) : (
        <>
          <p>This page could not be shown. Nothing you saved is lost.</p>
          {button}
        </>
      )}
    </NoticePage>
  )
}

/** Reloads the app only if the server responds, because the browser would otherwise show its own error page. */
async function reloadPage(): Promise<void> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    location.reload()
  } catch {
    showSnackbar('error', failureTexts.noResponse)
  }
}
