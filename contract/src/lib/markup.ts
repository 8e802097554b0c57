/**
 * The small markup of section texts: headings (`## `), bold (`**`), lists (`- ` or `1. `), links (`[text](https://…)`) and
 * pictures (`![description](address)`, alone on a line). Both sides read it with this parser, so what the server has checked
 * is what the page shows. Everything else is text.
 */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'bold'; text: string }
  | { type: 'link'; text: string; href: string }

export type Block =
  | { type: 'heading'; level: 1 | 2; content: Inline[] }
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'list'; isOrdered: boolean; items: Inline[][] }
  | { type: 'picture'; url: string; alt: string }

const heading = /^(#{1,3})\s+(\S.*)$/u
const bullet = /^[-*•]\s+(\S.*)$/u
const numbered = /^\d{1,3}[.)]\s+(\S.*)$/u
const picture = /^!\[([^\]\n]*)\]\((\S+)\)$/u
// A label contains no bracket. Otherwise each of many open brackets would scan the rest of the line.
// A bracket after an exclamation mark begins no link.
const inline = /\*\*(?<bold>[^*\n]+)\*\*|!\[|\[(?<label>[^[\]\n]+)\]\((?<href>[^()\s]+)\)/gu

export function parseMarkup(text: string): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []

  function endParagraph(): void {
    if (paragraph.length > 0) blocks.push({ type: 'paragraph', content: parseInline(paragraph.join('\n')) })
    paragraph = []
  }

  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const block = blockOf(line.trim())
    if (block === null) paragraph.push(line)
    else endParagraph()
    if (block !== null && block !== 'blank') addBlock(blocks, block)
  }
  endParagraph()
  return blocks
}

/** Returns the block that a line is by itself, or null if it belongs to a paragraph. */
function blockOf(line: string): Block | 'blank' | null {
  if (line === '') return 'blank'
  const [, marks, title] = heading.exec(line) ?? []
  if (marks !== undefined && title !== undefined)
    return { type: 'heading', level: marks.length > 2 ? 2 : 1, content: parseInline(title) }
  const [, alt, url] = picture.exec(line) ?? []
  if (alt !== undefined && url !== undefined) return { type: 'picture', url, alt }
  const [, point] = bullet.exec(line) ?? []
  const item = point ?? numbered.exec(line)?.[1]
  if (item === undefined) return null
  return { type: 'list', isOrdered: point === undefined, items: [parseInline(item)] }
}

/** The items of a list are one block, even with blank lines between them. */
function addBlock(blocks: Block[], block: Block): void {
  const last = blocks[blocks.length - 1]
  const isContinued = block.type === 'list' && last?.type === 'list' && last.isOrdered === block.isOrdered
  if (isContinued) last.items.push(...block.items)
  else blocks.push(block)
}

function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let done = 0
  for (const match of text.matchAll(inline)) {
    const { bold, label = '', href = '' } = match.groups ?? {}
    if (match[0] === '![') continue
    if (match.index > done) parts.push({ type: 'text', text: text.slice(done, match.index) })
    parts.push(bold === undefined ? { type: 'link', text: label, href } : { type: 'bold', text: bold })
    done = match.index + match[0].length
  }
  if (done < text.length) parts.push({ type: 'text', text: text.slice(done) })
  return parts
}

/** Matches an address in round brackets after text in square ones, whatever surrounds it. */
const address = /(?<picture>!\[[^[\]\n]*)?\]\(\s*(?<url>[^)\s]+)/gu

/**
 * Finds every address that is written as a link or a picture. This includes what this parser shows as text, such as a
 * picture inside a line, because other programs that read the text may show it.
 */
export function linksAndPicturesIn(text: string): { links: string[]; pictures: string[] } {
  const found = Array.from(text.matchAll(address), ({ groups = {} }) => ({
    isPicture: groups['picture'] !== undefined,
    url: groups['url'] ?? '',
  }))
  const urlsOf = (wanted: typeof found) => wanted.map(({ url }) => url)
  return {
    links: urlsOf(found.filter(({ isPicture }) => !isPicture)),
    pictures: urlsOf(found.filter(({ isPicture }) => isPicture)),
  }
}

export const isSafeLink = (href: string) => /^(https?:\/\/|mailto:)\S+$/iu.test(href)
