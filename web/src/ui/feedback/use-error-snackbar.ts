import { useEffect } from 'react'
import { isOffline } from '#web/lib/net/wait.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/**
 * Shows an error of the page in a snackbar too, once for each failure, because two failures may have the same text. Offline
 * the banner has said it.
 */
export function useErrorSnackbar(
  error: string | null,
  failures: number,
  kind: 'error' | 'warning' = 'error',
): void {
  useEffect(() => {
    if (error !== null && !isOffline()) showSnackbar(kind, error)
  }, [error, failures, kind])
}
