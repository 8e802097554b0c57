import { Fragment } from 'react'
import type { SectionContent } from '#web/features/groups/sections/section-content.ts'
import { piecesOf } from '#web/lib/format/text-pieces.ts'
import type { Piece } from '#web/lib/format/text-pieces.ts'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import classes from './section-text.module.css'

export function SectionText({ content, groupId }: { content: SectionContent; groupId: number }) {
  const paragraphs = paragraphsOf(content.description)
  return (
    <div className={['breakable', classes.text].join(' ')}>
      {content.detail !== '' && (
        <p className={classes.lead} dir="auto">
          <Pieces pieces={piecesOf(content.detail)} />
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
  /** Only of the first paragraph, which starts with a large initial. */
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
      {/* A screen reader would read the initial apart from the rest of its word. */}
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

/** Null where the text starts with something else than a letter: a quotation mark, a digit, a link. */
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
