import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { piecesOf, type Mention, type Piece } from '#web/lib/format/text-pieces.ts'
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
  return <OutsideLink href={piece.href}>{piece.text}</OutsideLink>
}

/** An address that a member wrote: it opens in a tab of its own, and search engines do not follow it. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={classes.link} href={href} target="_blank" rel="nofollow noopener noreferrer ugc" dir="ltr">
      {children}
    </a>
  )
}
