import type { Notification } from '@rootsquare/contract/notifications'
import { nameOf } from '#web/lib/format/names.ts'

type Piece = { text: string; kind: 'text' | 'name' | 'reference' }

/** The sentence of the server, cut so that the names of members and the reference of an order in it can be styled. */
export function piecesOf({
  text,
  actors,
  target,
}: Pick<Notification, 'text' | 'actors' | 'target'>): Piece[] {
  const reference = target?.type === 'order' && !target.isSale ? target.title : ''
  const marks: Piece[] = [
    ...actors.map((actor) => ({ text: nameOf(actor), kind: 'name' as const })),
    { text: reference, kind: 'reference' },
  ]
  const pieces: Piece[] = []
  let from = 0
  for (const { at, mark } of marksIn(text, marks)) {
    if (at < from) continue
    if (at > from) pieces.push({ text: text.slice(from, at), kind: 'text' })
    pieces.push(mark)
    from = at + mark.text.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), kind: 'text' })
  return pieces
}

/** The longer of two that begin at the same place. */
function marksIn(text: string, marks: Piece[]): { at: number; mark: Piece }[] {
  return marks
    .map((mark) => ({ at: mark.text === '' ? -1 : text.indexOf(mark.text), mark }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at || other.mark.text.length - one.mark.text.length)
}
