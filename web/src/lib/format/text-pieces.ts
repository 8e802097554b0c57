import { foldTag, marksIn } from '@rootsquare/contract/mentions'

export type Mention = { username: string }
export type Piece = { at: number; text: string } & (
  | { kind: 'text' }
  | { kind: 'address'; href: string }
  | { kind: 'mention'; username: string }
  | { kind: 'tag'; tag: string }
)

// Marks that change the writing direction could disguise an address as another one.
const address =
  /(?:(?<![\p{L}\p{N}])https?:\/\/|(?<![\p{L}\p{N}@./-])www\.)[^\s<>"“”«»\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const tail = ".,;:!?…'’‘*_~"
const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/**
 * Splits a text at what becomes a link: web addresses, and where `mentions` are given the members in it and all tags. Of
 * addresses only http and https become links.
 */
export function piecesOf(text: string, mentions: readonly Mention[] | null = null): Piece[] {
  const links = [...addressesIn(text), ...(mentions === null ? [] : marksOf(text, mentions))]
  const pieces: Piece[] = []
  let done = 0
  for (const link of links.toSorted((a, b) => a.at - b.at)) {
    if (link.at < done) continue
    if (link.at > done) pieces.push({ kind: 'text', at: done, text: text.slice(done, link.at) })
    pieces.push(link)
    done = link.at + link.text.length
  }
  if (done < text.length) pieces.push({ kind: 'text', at: done, text: text.slice(done) })
  return pieces
}

function addressesIn(text: string): Piece[] {
  return Array.from(text.matchAll(address)).flatMap((match): Piece[] => {
    const found = withoutTail(match[0])
    const href = /^www\./i.test(found) ? `https://${found}` : found
    return isWebAddress(href) ? [{ kind: 'address', at: match.index, text: found, href }] : []
  })
}

function marksOf(text: string, mentions: readonly Mention[]): Piece[] {
  return marksIn(text).flatMap(({ kind, name, start, end }): Piece[] => {
    const piece = { at: start, text: text.slice(start, end) }
    if (kind === 'tag') return [{ ...piece, kind, tag: foldTag(name) }]
    const member = mentions.find(({ username }) => username.toLowerCase() === name.toLowerCase())
    return member === undefined ? [] : [{ ...piece, kind, username: member.username }]
  })
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
  const isNamed = hostname !== '' && !/^www\.[^.]*$/.test(hostname)
  return (protocol === 'http:' || protocol === 'https:') && isNamed && username === ''
}
