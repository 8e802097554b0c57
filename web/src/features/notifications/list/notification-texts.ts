import type { Notification } from '@rootsquare/contract/notifications'
import { nameOf } from '#web/lib/format/names.ts'

type Piece = { text: string; isName: boolean }

/** The sentence of the server, cut so that the names of the members in it can be set in bold. */
export function piecesOf({ text, actors }: Pick<Notification, 'text' | 'actors'>): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { at, name } of namesIn(text, actors.map(nameOf))) {
    if (at < from) continue
    if (at > from) pieces.push({ text: text.slice(from, at), isName: false })
    pieces.push({ text: name, isName: true })
    from = at + name.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isName: false })
  return pieces
}

/** The longer of two names that begin at the same place. */
function namesIn(text: string, names: string[]): { at: number; name: string }[] {
  return names
    .map((name) => ({ at: text.indexOf(name), name }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at || other.name.length - one.name.length)
}
