import type { Page } from '@playwright/test'

/*
 * All functions but the last two run in the page, which gets them as text: none of them may use anything else of this module.
 */

type Words = { text: string; boxes: DOMRect[]; isFixed: boolean }

function layerInFront(): Element {
  return document.querySelector('[data-layer]:not([inert]) dialog') ?? document.body
}

function quote(text: string | null): string {
  return `"${(text ?? '').trim().slice(0, 40)}"`
}

function isShown(element: Element): boolean {
  const onPage = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  const isForReadersOnly = element.closest('.sr-only, [aria-hidden=true], svg') !== null
  return !isForReadersOnly && element.checkVisibility(onPage) && element.getBoundingClientRect().width > 1
}

function overlapOf(a: DOMRect, b: DOMRect): DOMRect {
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)]
  return new DOMRect(left, top, Math.min(a.right, b.right) - left, Math.min(a.bottom, b.bottom) - top)
}

/** Text that is cut on purpose ends in dots, and what scrolls inside its box can be reached. */
function isCutBy(box: Element, text: DOMRect): boolean {
  const { textOverflow, webkitLineClamp, overflowX, overflowY } = getComputedStyle(box)
  const isOnPurpose = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
  if (isOnPurpose || overflowX === 'auto' || overflowX === 'scroll') return false
  const edge = box.getBoundingClientRect()
  const isCutBelow = overflowY === 'hidden' && text.bottom > edge.bottom + 2
  return isCutBelow || text.right > edge.right + 1 || text.left < edge.left - 1
}

/** Returns where a text is seen, and adds it to `cut` if a part of it is not. */
function wordsOf(node: Text, parent: Element, cut: Set<string>): Words {
  const range = document.createRange()
  range.selectNodeContents(node)
  const words = { text: node.data.trim(), boxes: [...range.getClientRects()], isFixed: false }
  for (let box: Element | null = parent; box !== null; box = box.parentElement) {
    const { position, overflowX } = getComputedStyle(box)
    words.isFixed ||= position === 'fixed' || position === 'sticky'
    if (overflowX === 'visible') continue
    const [clip, edge] = [box, box.getBoundingClientRect()]
    if (words.boxes.some((text) => isCutBy(clip, text))) cut.add(`${quote(words.text)} is cut off`)
    const inside = words.boxes.map((text) => overlapOf(text, edge))
    words.boxes = inside.filter(({ width, height }) => width > 1 && height > 1)
  }
  return words
}

function isOver(a: Words, b: Words): boolean {
  const isSame = a.isFixed === b.isFixed
  const areas = isSame ? a.boxes.flatMap((one) => b.boxes.map((other) => overlapOf(one, other))) : []
  return areas.some(({ width, height }) => width > 3 && height > 8)
}

function isOutside(element: Element): boolean {
  const { left, right } = element.getBoundingClientRect()
  if (right <= document.documentElement.clientWidth + 1 && left >= -1) return false
  for (let box = element.parentElement; box !== null; box = box.parentElement)
    if (getComputedStyle(box).overflowX !== 'visible') return false
  return isShown(element)
}

function findTypeFaults(): string[] {
  const [words, cut]: [Words[], Set<string>] = [[], new Set()]
  const texts = document.createTreeWalker(layerInFront(), NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement
    if (!(node instanceof Text) || parent === null || node.data.trim() === '' || !isShown(parent)) continue
    words.push(wordsOf(node, parent, cut))
  }
  const covered = words.flatMap((one, at) =>
    words
      .slice(at + 1)
      .filter((other) => isOver(one, other))
      .map((other) => `${quote(one.text)} lies over ${quote(other.text)}`),
  )
  const outside = [...layerInFront().querySelectorAll('*')].filter(isOutside)
  return [...cut, ...covered, ...outside.map((element) => `${quote(element.textContent)} is outside`)]
}

/** A control may take presses around it by a box that is drawn over it, or by its label. */
function sizeOfTarget(control: Element): [width: number, height: number] {
  const own = control.getBoundingClientRect()
  const label = control.closest('label')?.getBoundingClientRect() ?? own
  const around = ['::before', '::after'].flatMap((pseudo) => {
    const { content, position, width, height } = getComputedStyle(control, pseudo)
    const isDrawn = content !== 'none' && position === 'absolute'
    return isDrawn ? [{ width: Number.parseFloat(width) || 0, height: Number.parseFloat(height) || 0 }] : []
  })
  const all = [own, label, ...around]
  return [Math.max(...all.map(({ width }) => width)), Math.max(...all.map(({ height }) => height))]
}

/** A link inside a sentence is as high as its line, and a word that stands alone may be short. */
function isTooSmall(control: Element): boolean {
  if (!isShown(control) || control.matches('p > a, [type=hidden], [type=file]')) return false
  const isText = control.matches('a') && control.querySelector('img, svg') === null
  if (isText && getComputedStyle(control).display === 'inline') return false
  const [width, height] = sizeOfTarget(control)
  return height < 43.5 || width < (isText ? 24 : 43.5)
}

function findSmallTargets(): string[] {
  const controls =
    'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem]'
  const small = [...layerInFront().querySelectorAll(controls)].filter(isTooSmall)
  return small.map((control) => {
    const [width, height] = sizeOfTarget(control).map(Math.round)
    return `${control.tagName} ${quote(control.getAttribute('aria-label') ?? control.textContent)}: ${width} × ${height}`
  })
}

const shared = [layerInFront, quote, isShown, overlapOf, isCutBy, wordsOf, isOver, isOutside].join('\n')
const sizes = [sizeOfTarget, isTooSmall].join('\n')

/** Returns what is cut off, what lies over something else, and what needs scrolling sideways. */
export function typeFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {\n${shared}\nreturn (${findTypeFaults})()\n})()`)
}

/** Returns the controls that are smaller than a fingertip. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {\n${shared}\n${sizes}\nreturn (${findSmallTargets})()\n})()`)
}
