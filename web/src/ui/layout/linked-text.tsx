import { Link } from '@tanstack/react-router'
import { piecesOf } from '#web/lib/format/text-pieces.ts'
import type { Mention, Piece } from '#web/lib/format/text-pieces.ts'
import classes from './linked-text.module.css'

type LinkedTextProps = {
  text: string
  /** Of whom the reader may know. Where they are given, tags become links too. */
  mentions?: readonly Mention[]
}

/** Plain text in which web addresses, and where `mentions` are given members and tags, are links. */
export function LinkedText({ text, mentions }: LinkedTextProps) {
  return piecesOf(text, mentions ?? null).map((piece) =>
    piece.kind === 'text' ? piece.text : <LinkedPiece key={piece.at} piece={piece} />,
  )
}

function LinkedPiece({ piece }: { piece: Exclude<Piece, { kind: 'text' }> }) {
  if (piece.kind === 'mention')
    return (
      <Link to="/u/$username" params={{ username: piece.username }} className={classes.mark}>
        {piece.text}
      </Link>
    )
  if (piece.kind === 'tag')
    return (
      <Link to="/tag/$tag" params={{ tag: piece.tag }} className={classes.mark}>
        {piece.text}
      </Link>
    )
  return (
    <a className={classes.link} href={piece.href} target="_blank" rel="nofollow noopener ugc" dir="ltr">
      {piece.text}
    </a>
  )
}
