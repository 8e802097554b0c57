import { announce } from '#web/lib/navigation/announce.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** What a dialog's own words say too: on a phone a snackbar would lie right over them, so there it is only heard. */
export function tellBeside(text: string): void {
  if (window.matchMedia('(max-width: 767px)').matches) announce('live-assertive', text)
  else showSnackbar('error', text)
}
