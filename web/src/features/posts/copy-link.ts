import { showSnackbar } from '#web/ui/snackbar-queue.ts'

/** False where the browser refuses: then the link must be shown, to be copied by hand. */
export async function copyLink(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link)
    showSnackbar('success', 'Link copied')
    return true
  } catch {
    return false
  }
}
