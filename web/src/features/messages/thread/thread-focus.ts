import { useEffect } from 'react'
import type { RefObject } from 'react'

export const fieldId = 'message'
export const logId = 'thread-log'

/** To the field, or where nobody can write any more to what was said: for a focus that would be lost. */
export function focusThread(): void {
  const place = document.getElementById(fieldId) ?? document.getElementById(logId)
  place?.focus({ preventScroll: true })
}

/**
 * Under a finger the field keeps the focus when a button of the conversation is pressed: the bottom bar is away while
 * somebody writes, and would come back between touching and letting go, and move the button away.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    element?.addEventListener('mousedown', keepFocus)
    return () => element?.removeEventListener('mousedown', keepFocus)
  }, [frame])
}

function keepFocus(event: MouseEvent): void {
  const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
  const isWriting = document.activeElement?.id === fieldId
  if (isOnButton && isWriting && window.matchMedia('(pointer: coarse)').matches) event.preventDefault()
}
