import { announce } from '#web/lib/navigation/announce.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Reports an error that the dialog also shows. On a phone a snackbar would cover it, so there it is only announced. */
export function showFormError(text: string): void {
  if (window.matchMedia('(max-width: 767px)').matches) announce('live-assertive', text)
  else showSnackbar('error', text)
}
