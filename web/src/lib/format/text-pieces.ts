import { foldTag, marksIn } from '@rootsquare/contract/lib/mentions'
import { webAddressesIn } from '@rootsquare/contract/lib/web-addresses'

export type Mention = { username: string }
export type Piece = { at: number; text: string } & (
  | { kind: 'text' }
  | { kind: 'address'; href: string }
  | { kind: 'mention'; username: string }
  | { kind: 'tag'; tag: string }
)

/**
 * Splits a text at everything that becomes a link: web addresses, and if `mentions` are given, these members and all tags.
 * Only http and https addresses become links.
 */
export function piecesOf(text: string, mentions: readonly Mention[] | null = null): Piece[] {
  const addresses = webAddressesIn(text).map((found): Piece => ({ kind: 'address', ...found }))
  const links = [...addresses, ...(mentions === null ? [] : marksOf(text, mentions))]
  const pieces: Piece[] = []
  let done = 0
  for (const link of [...links].sort((a, b) => a.at - b.at)) {
    if (link.at < done) continue
    if (link.at > done) pieces.push({ kind: 'text', at: done, text: text.slice(done, link.at) })
    pieces.push(link)
    done = link.at + link.text.length
  }
  if (done < text.length) pieces.push({ kind: 'text', at: done, text: text.slice(done) })
  return pieces
}

function marksOf(text: string, mentions: readonly Mention[]): Piece[] {
  return marksIn(text).flatMap(({ kind, name, start, end }): Piece[] => {
    const piece = { at: start, text: text.slice(start, end) }
    if (kind === 'tag') return [{ ...piece, kind, tag: foldTag(name) }]
    const member = mentions.find(({ username }) => username.toLowerCase() === name.toLowerCase())
    return member === undefined ? [] : [{ ...piece, kind, username: member.username }]
  })
}
