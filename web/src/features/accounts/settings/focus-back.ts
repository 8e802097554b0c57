import { useEffect, useState } from 'react'

/** For what is made of several dialogs in a row: at the end the focus goes back to where the first one was opened. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
