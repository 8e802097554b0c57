import { errorText } from '#web/lib/net/error-text.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** A text, or the reply of a call that always has a message. */
export type Result = string | { message: string | undefined }

function resultText(result: Result): string {
  return typeof result === 'string' ? result : (result.message ?? 'Done.')
}

/** Options of a form that shows the result in a snackbar, but not an error that a field shows. */
export const resultInSnackbar = {
  onSuccess: (result: Result) => showSnackbar('success', resultText(result)),
  onFailure(failure: Error, { isAtField }: { isAtField: boolean }): void {
    if (!isAtField) showSnackbar('error', errorText(failure))
  },
}

/** Shows the result of a call, or why it failed. Resolves to whether it succeeded. */
export async function showResult(
  sent: Promise<Result>,
  textOf: (failure: unknown) => string = (failure) => errorText(failure),
): Promise<boolean> {
  clearSnackbars()
  try {
    const result = await sent
    showSnackbar('success', resultText(result))
    return true
  } catch (failure) {
    showSnackbar('error', textOf(failure))
    return false
  }
}
