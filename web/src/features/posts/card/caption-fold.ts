import { piecesOf } from '#web/lib/format/text-pieces.ts'

const linesShown = 8
/** A caption must exceed the fold by this much, because hiding less is not worth a button. */
const linesSpared = 3
const wordLength = 24

/** Returns the beginning of a caption of more than about eight lines, and null if all of it is shown. */
export function foldedText(text: string, perLine: number): string | null {
  const cut = foldAt(text, perLine)
  if (cut === null) return null
  // An address or a tag is never cut, because the rest of it would lead somewhere else.
  return piecesOf(text, [])
    .filter(({ at, text: piece, kind }) => (kind === 'text' ? at < cut : at + piece.length <= cut))
    .map(({ at, text: piece }) => piece.slice(0, cut - at))
    .join('')
}

function foldAt(text: string, perLine: number): number | null {
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

function betweenWords(text: string, cut: number): number {
  const space = text.slice(0, cut + 1).search(/\s\S*$/u)
  if (space > cut - wordLength) return space
  // A long word is cut, but never between a letter and its marks.
  const rest = text.slice(cut).search(/(?!\p{M}|\u200d|\ufe0f|[\udc00-\udfff])./su)
  return rest === -1 ? text.length : cut + rest
}
