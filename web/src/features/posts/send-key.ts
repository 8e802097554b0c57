import type { KeyboardEvent } from 'react'

/** Ctrl or Cmd with Enter; Enter alone begins a new line. Not while an input method composes a letter. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing
}
