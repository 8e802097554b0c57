/** Ctrl or Cmd with Enter; Enter alone adds a line. Not while an input method composes a letter. */
export function isSendKey({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !isComposing
}

/** For short texts: Enter alone sends too, except on touch screens, where it adds a line. */
export function isQuickSendKey(event: KeyboardEvent): boolean {
  if (isSendKey(event)) return true
  const { key, shiftKey, altKey, isComposing } = event
  const isPlain = key === 'Enter' && !shiftKey && !altKey && !isComposing
  return isPlain && window.matchMedia('(pointer: fine)').matches
}
