import { useEffect } from 'react'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Says in a snackbar what also stands in the page: each failure once, as the same words may come twice. */
export function useErrorSnackbar(trouble: string | null, failures: number): void {
  useEffect(() => {
    if (trouble !== null) showSnackbar('error', trouble)
  }, [trouble, failures])
}
