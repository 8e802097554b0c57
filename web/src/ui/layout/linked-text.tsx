import { piecesOf } from '#web/lib/format/text-pieces.ts'
import classes from './linked-text.module.css'

/** Plain words as they were written; web addresses can be followed. */
export function LinkedText({ text }: { text: string }) {
  return piecesOf(text).map((piece) =>
    piece.href === null ? (
      piece.text
    ) : (
      <a
        key={piece.at}
        className={classes.link}
        href={piece.href}
        target="_blank"
        rel="nofollow noopener ugc"
        dir="ltr"
      >
        {piece.text}
      </a>
    ),
  )
}
