import { failureTexts } from '@rootsquare/contract/lib/failure'
import { useState, type ComponentType } from 'react'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/**
 * The code of a dialog, and with it the rules of its form, is loaded when it is opened. `open` gets what `load` needs to
 * choose between several, and resolves when the dialog is shown, or an error in its place.
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
