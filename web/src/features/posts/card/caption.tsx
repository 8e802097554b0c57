import { useId, useState } from 'react'
import { foldAt, folded } from '#web/features/posts/card/caption-pieces.ts'
import { piecesOf } from '#web/lib/format/text-pieces.ts'
import type { Piece } from '#web/lib/format/text-pieces.ts'
import classes from './caption.module.css'

type CaptionProps = { text: string; isWhole: boolean; id?: string }

const phoneWidth = 768
const lettersInLine = { phone: 42, wide: 68 }

/** Plain text as it was written. What is folded is not in the page, so that no key reaches a hidden link. */
export function Caption({ text, isWhole, id }: CaptionProps) {
  const ownId = useId()
  const [isOpen, setOpen] = useState(false)
  const [perLine] = useState(() =>
    window.innerWidth < phoneWidth ? lettersInLine.phone : lettersInLine.wide,
  )
  const cut = isWhole ? null : foldAt(text, perLine)
  const pieces = piecesOf(text)
  const shown = cut === null || isOpen ? pieces : folded(pieces, cut)
  return (
    <div className={classes.caption}>
      <p id={id ?? ownId} className={classes.text} dir="auto">
        {shown.map((piece) => (
          <CaptionPiece key={piece.at} piece={piece} />
        ))}
        {shown !== pieces && '…'}
      </p>
      {cut !== null && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-controls={id ?? ownId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}

function CaptionPiece({ piece: { text, href } }: { piece: Piece }) {
  if (href === null) return text
  return (
    <a className={classes.link} href={href} target="_blank" rel="nofollow noopener noreferrer ugc" dir="ltr">
      {text}
    </a>
  )
}
