import { useEffect } from 'react'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Shows an error of the page in a snackbar too, once for each failure: two failures may have the same text. */
export function useErrorSnackbar(error: string | null, failures: number): void {
  useEffect(() => {
    if (error !== null) showSnackbar('error', error)
  }, [error, failures])
}
