import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { piecesOf, type Mention, type Piece } from '#web/lib/format/text-pieces.ts'
import classes from './linked-text.module.css'

const mark = `underline-on-hover ${classes.mark}`

type LinkedTextProps = {
  text: string
  /** The mentioned members whom the reader may see. If they are given, tags become links too. */
  mentions?: readonly Mention[]
}

/** Shows plain text with links for web addresses, and for members and tags if `mentions` are given. */
export function LinkedText({ text, mentions }: LinkedTextProps) {
  return piecesOf(text, mentions ?? null).map((piece) =>
    piece.kind === 'text' ? piece.text : <LinkedPiece key={piece.at} piece={piece} />,
  )
}

function LinkedPiece({ piece }: { piece: Exclude<Piece, { kind: 'text' }> }) {
  if (piece.kind === 'mention')
    return (
      <Link to="/u/$username" params={{ username: piece.username }} className={mark}>
        {piece.text}
      </Link>
    )
  if (piece.kind === 'tag')
    return (
      <Link to="/tag/$tag" params={{ tag: piece.tag }} className={mark}>
        {piece.text}
      </Link>
    )
  return <OutsideLink href={piece.href}>{piece.text}</OutsideLink>
}

/** Links to an address that a member wrote. It opens in a new tab, and search engines do not follow it. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      className={`${classes.link} underlined color-primary`}
      href={href}
      target="_blank"
      rel="nofollow noopener noreferrer ugc"
      dir="ltr"
    >
      {children}
    </a>
  )
}
