/** Accepts Ctrl or Cmd with Enter, but not while an input method composes a letter. Enter alone adds a line. */
export function isSendKey({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !isComposing
}

/** Accepts Enter alone too, for short texts. On touch screens Enter adds a line. */
export function isQuickSendKey(event: KeyboardEvent): boolean {
  if (isSendKey(event)) return true
  const { key, shiftKey, altKey, isComposing } = event
  const isPlain = key === 'Enter' && !shiftKey && !altKey && !isComposing
  return isPlain && window.matchMedia('(pointer: fine)').matches
}
