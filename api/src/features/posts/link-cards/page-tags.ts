/** The value of each property in the page's head. If a property occurs more than once, its first value counts. */
export type PageTags = Map<string, string>

/** Longer tags cannot be titles, descriptions or addresses. */
const longestTag = 8000
/** The content of these elements contains no tags. */
const rawElements = ['script', 'style', 'textarea', 'noscript', 'template']

/**
 * Reads `title` and all `meta` of a head. The author of the page may be an attacker, so every step moves forward, and the
 * time is proportional to the length of the page.
 */
export function readPageTags(html: string): PageTags {
  const tags: PageTags = new Map()
  for (let at = nextTag(html, 0); at !== -1;) {
    const end = html.startsWith('<!--', at) ? afterText(html, '-->', at + 4) : endOfTag(html, at + 1)
    const name = /^<([a-z]+)(?=[\s/>])/i.exec(html.slice(at, at + 20))?.[1]?.toLowerCase() ?? ''
    const isRaw = name === 'title' || rawElements.includes(name)
    const closing = isRaw && end !== -1 ? indexOfClosing(html, name, end) : end
    if (closing === -1 || name === 'body') break
    if (name === 'meta' && end - at < longestTag) addMeta(tags, html.slice(at + 5, end - 1))
    if (name === 'title')
      addFirst(tags, 'title', decodeEntities(html.slice(end, Math.min(closing, end + longestTag))))
    at = nextTag(html, closing)
  }
  return tags
}

function nextTag(html: string, from: number): number {
  const opening = /<(?=[a-z/!?])/gi
  opening.lastIndex = from
  return opening.exec(html)?.index ?? -1
}

function afterText(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from)
  return at === -1 ? -1 : at + text.length
}

/** Returns the position after the first `>` that is not inside quotes. */
function endOfTag(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at += 1) {
    const char = html.charAt(at)
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '>') return at + 1
    // Quotes begin a value only after `=`.
    else if ((char === '"' || char === "'") && /=\s{0,9}$/.test(html.slice(Math.max(from, at - 10), at)))
      quote = char
  }
  return -1
}

function indexOfClosing(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? -1
}

// A name begins only at its first letter, so that a long run of letters is read once.
const attribute = /(?<![^\s"'/])([a-z:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

function addMeta(tags: PageTags, text: string): void {
  const attributes = new Map<string, string>()
  for (const [, name = '', ...values] of text.matchAll(attribute)) {
    addFirst(attributes, name.toLowerCase(), values.find((value) => value !== undefined) ?? '')
  }
  const property = attributes.get('property') ?? attributes.get('name')
  const content = attributes.get('content')
  if (property !== undefined && content !== undefined)
    addFirst(tags, property.trim().toLowerCase(), decodeEntities(content))
}

function addFirst(values: Map<string, string>, name: string, value: string): void {
  if (!values.has(name) && value.trim() !== '') values.set(name, value)
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  middot: '·',
  bull: '•',
  laquo: '«',
  raquo: '»',
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name)] ?? whole
    const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
