/** What happy-dom hides unless it is open, or always. */
const hiddenByDefault = new Set([
  'AUDIO',
  'DATALIST',
  'DIALOG',
  'HEAD',
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'TITLE',
])

/**
 * Queries by role ask for the style of each element after each change of the page, and happy-dom computes all of it each
 * time. Style sheets are not loaded in tests, so most elements have no style at all.
 */
export function skipEmptyStyles(view: Window): void {
  const computed = view.getComputedStyle.bind(view)
  const empty = computed(view.document.createElement('div'))
  view.getComputedStyle = (element, pseudoElement) => {
    const isEmpty =
      !element.hasAttribute('style') && !hiddenByDefault.has(element.tagName) && !inheritsVisibility(element)
    return isEmpty ? empty : computed(element, pseudoElement)
  }
}

function inheritsVisibility({ parentElement }: Element): boolean {
  if (parentElement === null) return false
  return parentElement.getAttribute('style')?.includes('visibility') || inheritsVisibility(parentElement)
}
