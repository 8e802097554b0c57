import type { ReactNode } from 'react'
import { piecesOf } from '#web/lib/format/text-pieces.ts'
import classes from './linked-text.module.css'

/** Plain text in which web addresses are links. */
export function LinkedText({ text }: { text: string }) {
  return piecesOf(text).map((piece) =>
    piece.href === null ? (
      piece.text
    ) : (
      <OutsideLink key={piece.at} href={piece.href}>
        {piece.text}
      </OutsideLink>
    ),
  )
}

/** An address that a member wrote: it opens in a tab of its own, and search engines do not follow it. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={classes.link} href={href} target="_blank" rel="nofollow noopener noreferrer ugc" dir="ltr">
      {children}
    </a>
  )
}
