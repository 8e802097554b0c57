import { failureTexts } from '@rootsquare/contract/lib/failure'
import { useState, type ComponentType } from 'react'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/**
 * Loads the code of a dialog, and with it the rules of its form, when it is opened. `open` takes what `load` needs to
 * choose between several dialogs, and resolves when the dialog, or an error in its place, is shown.
 */
export function useLoadedDialog<Props, Kind = void>(load: (kind: Kind) => Promise<ComponentType<Props>>) {
  const [shown, setShown] = useState<{ Dialog: ComponentType<Props> } | null>(null)
  return {
    Dialog: shown?.Dialog,
    close: () => setShown(null),
    async open(kind: Kind): Promise<void> {
      try {
        setShown({ Dialog: await load(kind) })
      } catch {
        showSnackbar('error', failureTexts.noResponse)
      }
    },
  }
}
