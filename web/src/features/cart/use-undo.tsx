import type { CartLine } from '@rootsquare/contract/cart'
import { useRef } from 'react'
import { usePutBack } from '#web/entities/cart/cart-api.ts'
import { UndoButton } from '#web/features/cart/undo-button.tsx'
import { useShortcuts } from '#web/lib/navigation/shortcuts.ts'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/**
 * Says that a line is gone and offers it back, in the snackbar and by a key, the latest first. The key works for as long
 * as one is here: the snackbar may be gone before a keyboard has reached it.
 */
export function useUndo(): (line: CartLine, text: string) => void {
  const { mutate } = usePutBack()
  const offers = useRef<(() => void)[]>([])
  useShortcuts([
    {
      keys: 'z',
      does: 'Put back what you took out',
      run: () => offers.current.at(-1)?.(),
      when: () => offers.current.length > 0,
    },
  ])

  return (line, text) => {
    // What cannot be bought now cannot be put back either.
    if (!line.available) return void showSnackbar('success', text)
    const undo = () => {
      closeSnackbar(shown)
      offers.current = offers.current.filter((offer) => offer !== undo)
      focusContent()
      mutate(line)
    }
    const shown = showSnackbar('success', text, <UndoButton onClick={undo} />)
    offers.current.push(undo)
  }
}
