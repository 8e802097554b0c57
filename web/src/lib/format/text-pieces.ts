export type Piece = { at: number; text: string; href: string | null }

// Marks that change the writing direction could disguise an address as another one.
const address = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"“”«»\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const tail = ".,;:!?…'’‘*_~"
const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Splits a text at its web addresses. Only http and https become links. */
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

/** Punctuation at the end is not part of an address, nor is a bracket that was opened before it. */
function withoutTail(found: string): string {
  const last = found.at(-1) ?? ''
  const opener = pairs[last]
  const isUnopened = opener !== undefined && countOf(found, opener) < countOf(found, last)
  return tail.includes(last) || isUnopened ? withoutTail(found.slice(0, -1)) : found
}

function countOf(text: string, char: string): number {
  return text.split(char).length - 1
}

/** With a user name an address leads elsewhere than it seems: `https://bank.example@elsewhere`. */
function isWebAddress(found: string): boolean {
  if (!URL.canParse(found)) return false
  const { protocol, hostname, username } = new URL(found)
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' && username === ''
}
