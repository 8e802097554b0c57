import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Returns false if the browser does not allow it. The text must then be shown, to be copied by hand. */
async function copyText(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    showSnackbar('success', done)
    return true
  } catch {
    return false
  }
}

export function copyLink(link: string): Promise<boolean> {
  return copyText(link, 'Link copied')
}

/** Copies text that is on the screen and can also be selected by hand. */
export async function copyShown(text: string, done: string): Promise<void> {
  if (await copyText(text, done)) return
  showSnackbar('error', 'This browser does not let us copy. Please select it and copy it.')
}
