/** Ctrl or Cmd with Enter; Enter alone begins a new line. Not while an input method composes a letter. */
export function isSendKey({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !isComposing
}
