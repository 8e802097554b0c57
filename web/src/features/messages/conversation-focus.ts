import { useEffect, type RefObject } from 'react'

export const conversationFieldId = 'message'
export const conversationLogId = 'conversation-log'

/** Moves the focus to the field, or to the log if there is no field. */
export function focusConversation(): void {
  const target = document.getElementById(conversationFieldId) ?? document.getElementById(conversationLogId)
  target?.focus({ preventScroll: true })
}

/**
 * Keeps the focus in the field on touch screens when a button of the conversation is pressed: the bottom bar is hidden
 * while somebody writes, and would otherwise come back during the tap and move the button away.
 */
export function useKeepFocusOnTouch(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    element?.addEventListener('mousedown', keepFocusInField)
    return () => element?.removeEventListener('mousedown', keepFocusInField)
  }, [frame])
}

function keepFocusInField(event: MouseEvent): void {
  const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
  const isWriting = document.activeElement?.id === conversationFieldId
  if (isOnButton && isWriting && window.matchMedia('(pointer: coarse)').matches) event.preventDefault()
}
