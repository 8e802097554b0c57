/** Ctrl or Cmd with Enter; Enter alone begins a new line. Not while an input method composes a letter. */
export function isSendKey({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !isComposing
}

/** For short words: with a mouse there is a keyboard, and Enter alone sends too. Under a finger it begins a new line. */
export function isQuickSendKey(event: KeyboardEvent): boolean {
  if (isSendKey(event)) return true
  const { key, shiftKey, altKey, isComposing } = event
  const isPlain = key === 'Enter' && !shiftKey && !altKey && !isComposing
  return isPlain && window.matchMedia('(pointer: fine)').matches
}
