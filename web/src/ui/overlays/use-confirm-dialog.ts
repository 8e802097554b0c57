import { flushSync } from 'react-dom'
import { CallError } from '#web/lib/net/call.ts'
import { resultInSnackbar, showResult, type Result } from '#web/ui/feedback/show-result.ts'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'

/** Callbacks for `mutateAsync`, which calls them only while the dialog is open. */
type DialogCallbacks = { onSuccess: () => void; onError: (failure: Error) => void }
type Action = (ends: DialogCallbacks) => Promise<Result>

/** The button that opened the dialog has been removed by then, so the focus moves to the title of the page. */
export function closeToTitle(onClose: () => void): void {
  flushSync(onClose)
  focusContent()
}

/**
 * Runs the confirmed action and closes the dialog when it is done or no longer possible. The result is shown even if the dialog
 * was closed before.
 */
export function useConfirmDialog(onClose: () => void, isOver = wasFaster) {
  const ends = {
    onSuccess: () => closeToTitle(onClose),
    onError: (failure: Error) => {
      if (isOver(failure)) closeToTitle(onClose)
    },
  }
  return (action: Action, textOf?: (failure: unknown) => string) => void showResult(action(ends), textOf)
}

/** The same for a dialog with a form: the options for `useForm`. */
export function confirmedForm(leave: () => void, isOver = wasFaster) {
  return {
    onClose: leave,
    onSuccess: resultInSnackbar.onSuccess,
    onFailure(failure: Error, shown: { isAtField: boolean; isOpen: boolean }): void {
      resultInSnackbar.onFailure(failure, shown)
      if (shown.isOpen && isOver(failure)) leave()
    },
  }
}

/** The action was already done by somebody else or in another window. */
function wasFaster(failure: Error): boolean {
  return failure instanceof CallError && (failure.status === 409 || failure.status === 404)
}
