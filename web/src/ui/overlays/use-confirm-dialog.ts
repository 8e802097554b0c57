import { flushSync } from 'react-dom'
import { CallError } from '#web/lib/net/call.ts'
import { showResult, type Result } from '#web/ui/feedback/show-result.ts'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'

/** Callbacks for `mutateAsync`, which calls them only while the dialog is open. */
type DialogCallbacks = { onSuccess: () => void; onError: (failure: Error) => void }
type Action = (ends: DialogCallbacks) => Promise<Result>

/**
 * Runs the confirmed action and closes the dialog when it is done or no longer possible. The button that opened it has been removed by
 * then, so the focus moves to the title of the page. The result is shown even if the dialog was closed before.
 */
export function useConfirmDialog(onClose: () => void, isOver = wasFaster) {
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
  return (action: Action, textOf?: (failure: unknown) => string) => void showResult(action(ends), textOf)
}

/** The action was already done by somebody else or in another window. */
function wasFaster(failure: Error): boolean {
  return failure instanceof CallError && (failure.status === 409 || failure.status === 404)
}
