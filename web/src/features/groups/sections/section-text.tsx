import { Fragment } from 'react'
import type { Words } from '#web/features/groups/sections/section-labels.ts'
import { piecesOf } from '#web/lib/format/text-pieces.ts'
import type { Piece } from '#web/lib/format/text-pieces.ts'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import classes from './section-text.module.css'

/** The lead and the paragraphs as they were written, with a first letter on the group's cloth. */
export function SectionText({ words, groupId }: { words: Words; groupId: number }) {
  const paragraphs = paragraphsOf(words.description)
  return (
    <div className={classes.text}>
      {words.detail !== '' && (
        <p className={classes.lead} dir="auto">
          <Pieces pieces={piecesOf(words.detail)} />
        </p>
      )}
      {paragraphs.map(({ at, text }) => (
        <Paragraph key={at} text={text} groupId={at === 0 ? groupId : null} />
      ))}
    </div>
  )
}

type ParagraphProps = {
  text: string
  /** Of the first one, which begins with an initial. */
  groupId: number | null
}

function Paragraph({ text, groupId }: ParagraphProps) {
  const pieces = piecesOf(text)
  const first = groupId === null ? null : firstWordOf(pieces[0])
  if (first === null || groupId === null)
    return (
      <p className={classes.paragraph} dir="auto">
        <Pieces pieces={pieces} />
      </p>
    )
  const [, ...others] = pieces
  return (
    <p className={classes.paragraph} dir="auto">
      <span aria-hidden="true">
        <span className={classes.initial}>
          <Cloth cloth={clothOf(groupId)} isSwatch className={classes.cloth} />
          <span className={['display', classes.letter].join(' ')}>{first.letter}</span>
        </span>
        {first.word.slice(first.letter.length)}
      </span>
      {/* The word in one piece, which the initial would tear apart for who listens. */}
      <span className={['sr-only', classes.whole].join(' ')}>{first.word}</span>
      {first.rest}
      <Pieces pieces={others} />
    </p>
  )
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map(({ at, text, href }) =>
    href === null ? (
      <Fragment key={at}>{text}</Fragment>
    ) : (
      <a
        key={at}
        className={classes.link}
        href={href}
        target="_blank"
        rel="nofollow noopener noreferrer ugc"
        dir="ltr"
      >
        {text}
      </a>
    ),
  )
}

/** Null where it begins with something that makes no initial: a quotation mark, a figure, a link. */
function firstWordOf(piece: Piece | undefined): { letter: string; word: string; rest: string } | null {
  if (piece === undefined || piece.href !== null) return null
  const word = /^\p{L}\S*/u.exec(piece.text)?.[0]
  if (word === undefined) return null
  const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const letter = letters.segment(word)[Symbol.iterator]().next().value?.segment ?? ''
  return { letter, word, rest: piece.text.slice(word.length) }
}

/** A blank line ends a paragraph. */
function paragraphsOf(text: string): { at: number; text: string }[] {
  const parts = text.replaceAll('\r\n', '\n').split(/\n[^\S\n]*\n\s*/u)
  return parts.filter((part) => part.trim() !== '').map((part, at) => ({ at, text: part }))
}
