import type { CartLine } from '@rootsquare/contract/trade/cart'
import { useRef } from 'react'
import { useRestoreLine } from '#web/entities/cart/cart-api.ts'
import { useShortcuts } from '#web/lib/navigation/shortcuts.ts'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { lastOf } from '#web/lib/browser/lists.ts'
import classes from './use-undo.module.css'

/**
 * Shows that a line is deleted and offers to restore it, with a button in the snackbar and with a key, the latest first.
 * The key works as long as the cart is open, because the snackbar may close before a keyboard user has reached it.
 */
export function useUndo(): (line: CartLine, text: string) => void {
  const { mutate } = useRestoreLine()
  const offers = useRef<(() => void)[]>([])
  useShortcuts([
    {
      keys: 'z',
      does: 'Put back what you took out',
      run: () => lastOf(offers.current)?.(),
      when: () => offers.current.length > 0,
    },
  ])

  return (line, text) => {
    // An item that cannot be bought now cannot be put back either.
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

function UndoButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className={`plain-control underlined rigid touch ${classes.undo} pad-x-s full-radius`}
      onClick={onClick}
    >
      Undo
    </button>
  )
}
