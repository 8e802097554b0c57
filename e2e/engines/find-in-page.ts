export type Role = 'button' | 'link' | 'field' | 'combobox' | 'checkbox' | 'option'

/** Runs in the page, so it names nothing outside itself. Returns the first element in sight with this role and name. */
export function findInPage(role: Role, name: string): Element | null {
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    field: 'input:not([type=checkbox]):not([type=radio]):not([type=file]), textarea, [role=textbox]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    combobox: '[role=combobox]',
    option: '[role=option]',
  }
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const textOf = (element: Element) => tidy(element instanceof HTMLElement ? element.innerText : '')
  function nameOf(element: Element): string {
    const label = element.getAttribute('aria-label')
    if (label) return tidy(label)
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
    if (ids.length > 0) return tidy(ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' '))
    const labels: unknown = Reflect.get(element, 'labels')
    if (labels instanceof NodeList && labels.length > 0)
      return tidy(Array.from(labels, (one) => one.textContent).join(' '))
    return textOf(element) || tidy(element.getAttribute('placeholder'))
  }
  const isInSight = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  const found = Array.from(document.querySelectorAll(selectors[role])).filter(isInSight)
  const exact = found.find((element) => nameOf(element) === name)
  const one = exact ?? found.find((element) => nameOf(element).startsWith(name)) ?? null
  // Not under a bar that lies over the page.
  one?.scrollIntoView({ block: 'center' })
  return one
}
