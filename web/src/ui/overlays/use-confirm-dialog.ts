import { flushSync } from 'react-dom'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** For `mutateAsync`, which calls them only while the dialog is still open. */
export type DialogCallbacks = { onSuccess: () => void; onError: (failure: Error) => void }
/** Resolves to the text of the success snackbar. */
type Action = (ends: DialogCallbacks) => Promise<string>

/**
 * Runs what a dialog asks about, and closes it when that is done or no longer possible. The button that opened it is gone by
 * then, so the focus goes to the title of the page. The result is shown even if the dialog was closed meanwhile.
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
  return (action: Action, textOf: (failure: unknown) => string = (failure) => errorText(failure)): void => {
    clearSnackbars()
    action(ends).then(
      (done) => showSnackbar('success', done),
      (failure: unknown) => showSnackbar('error', textOf(failure)),
    )
  }
}

/** Somebody else, or another window, was faster. */
function isOver(failure: Error): boolean {
  return failure instanceof CallError && (failure.status === 409 || failure.status === 404)
}
