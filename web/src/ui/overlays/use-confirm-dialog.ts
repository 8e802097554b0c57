import { flushSync } from 'react-dom'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** For `mutateAsync`, which calls them only while the dialog is still there. */
export type Ends = { onSuccess: () => void; onError: (failure: Error) => void }
/** Resolves to what is then said. */
type Deed = (ends: Ends) => Promise<string>

/**
 * Does what a dialog asks about, and closes it when that is done, or can be done no more. The button that opened it goes with
 * the deed, so the focus goes to the page's title. What came of it is said, also to whoever has closed the dialog meanwhile.
 */
export function useConfirmDialog(onClose: () => void) {
  function leave(): void {
    flushSync(onClose)
    focusContent()
  }
  const ends = {
    onSuccess: leave,
    onError: (failure: Error) => {
      if (isOver(failure)) leave()
    },
  }
  return (deed: Deed, textOf: (failure: unknown) => string = (failure) => errorText(failure)): void => {
    clearSnackbars()
    deed(ends).then(
      (done) => showSnackbar('success', done),
      (failure: unknown) => showSnackbar('error', textOf(failure)),
    )
  }
}

/** It is no longer what the dialog is about: done in another window, or by somebody else. */
function isOver(failure: Error): boolean {
  return failure instanceof CallError && (failure.status === 409 || failure.status === 404)
}
