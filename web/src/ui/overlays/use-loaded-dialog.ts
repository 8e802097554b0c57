import { failureTexts } from '@rootsquare/contract/lib/failure'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** The code of a dialog, and with it the rules of its form, is loaded when it is opened. */
export function useLoadedDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  const [shown, setShown] = useState<{ Dialog: ComponentType<Props> } | null>(null)
  return {
    Dialog: shown?.Dialog,
    close: () => setShown(null),
    async open(): Promise<void> {
      try {
        setShown({ Dialog: await load() })
      } catch {
        showSnackbar('error', failureTexts.noResponse)
      }
    },
  }
}
