import { piecesOf } from '#web/lib/format/text-pieces.ts'
import classes from './linked-text.module.css'

/** Plain text in which web addresses are links. */
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
