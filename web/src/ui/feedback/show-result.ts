import { errorText } from '#web/lib/net/error-text.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** A text, or the reply of a call that always has a message. */
export type Result = string | { message: string | undefined }

/** Shows the result of a call, or why it failed. Resolves to whether it succeeded. */
export async function showResult(
  sent: Promise<Result>,
  textOf: (failure: unknown) => string = (failure) => errorText(failure),
): Promise<boolean> {
  clearSnackbars()
  try {
    const result = await sent
    showSnackbar('success', typeof result === 'string' ? result : (result.message ?? 'Done.'))
    return true
  } catch (failure) {
    showSnackbar('error', textOf(failure))
    return false
  }
}
