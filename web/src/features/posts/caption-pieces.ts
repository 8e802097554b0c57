export type Piece = { at: number; text: string; href: string | null }

// Marks that turn the writing direction would make an address look like another one.
const address = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"“”«»\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const tail = ".,;:!?…'’‘*_~"
const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** The text in order, its web addresses apart. Nothing but http and https becomes a link. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const match of text.matchAll(address)) {
    const found = withoutTail(match[0])
    if (!isWebAddress(found)) continue
    if (match.index > done) pieces.push({ at: done, text: text.slice(done, match.index), href: null })
    pieces.push({ at: match.index, text: found, href: found })
    done = match.index + found.length
  }
  if (done < text.length) pieces.push({ at: done, text: text.slice(done), href: null })
  return pieces
}

/** What closes the sentence around it is no part of an address, nor a bracket it did not open itself. */
function withoutTail(found: string): string {
  const last = found.at(-1) ?? ''
  const opener = pairs[last]
  const isUnopened = opener !== undefined && countOf(found, opener) < countOf(found, last)
  return tail.includes(last) || isUnopened ? withoutTail(found.slice(0, -1)) : found
}

function countOf(text: string, char: string): number {
  return text.split(char).length - 1
}

/** `https://bank.example@elsewhere` leads elsewhere. */
function isWebAddress(found: string): boolean {
  if (!URL.canParse(found)) return false
  const { protocol, hostname, username } = new URL(found)
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' && username === ''
}

const linesShown = 8
/** So much longer a caption must be, or what is hidden is not worth the button. */
const linesSpared = 3
const wordLength = 24

/** Where a caption of more than some eight lines is cut; null where it is shown whole. */
export function foldAt(text: string, perLine: number): number | null {
  let lines = 0
  let at = 0
  let cut: number | null = null
  for (const paragraph of text.split('\n')) {
    const taken = Math.max(1, Math.ceil(paragraph.length / perLine))
    if (cut === null && lines + taken > linesShown) {
      cut = at + Math.min(paragraph.length, (linesShown - lines) * perLine)
    }
    lines += taken
    at += paragraph.length + 1
  }
  return cut === null || lines <= linesShown + linesSpared ? null : betweenWords(text, cut)
}

/** Only as far as the fold, never through an address, which would lead somewhere else. */
export function folded(pieces: Piece[], cut: number): Piece[] {
  return pieces
    .filter(({ at, text, href }) => (href === null ? at < cut : at + text.length <= cut))
    .map((piece) => (piece.href === null ? { ...piece, text: piece.text.slice(0, cut - piece.at) } : piece))
}

function betweenWords(text: string, cut: number): number {
  const space = text.slice(0, cut + 1).search(/\s\S*$/u)
  if (space > cut - wordLength) return space
  // Mid-word, but never through a letter and its marks.
  const rest = text.slice(cut).search(/(?!\p{M}|\u200d|\ufe0f|[\udc00-\udfff])./su)
  return rest === -1 ? text.length : cut + rest
}
