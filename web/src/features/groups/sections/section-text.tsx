import type { SectionContent } from '#web/features/groups/sections/section-content.ts'
import { piecesOf } from '#web/lib/format/text-pieces.ts'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import classes from './section-text.module.css'

export function SectionText({ content, groupId }: { content: SectionContent; groupId: number }) {
  return (
    <div className={['breakable', classes.text].join(' ')}>
      {content.detail !== '' && (
        <p className={classes.lead} dir="auto">
          <LinkedText text={content.detail} />
        </p>
      )}
      {paragraphsOf(content.description).map(({ at, text }) => (
        <p key={at} className={classes.paragraph} dir="auto">
          {at === 0 ? <FirstParagraph text={text} groupId={groupId} /> : <LinkedText text={text} />}
        </p>
      ))}
    </div>
  )
}

/** Starts with a large initial. */
function FirstParagraph({ text, groupId }: { text: string; groupId: number }) {
  const first = firstWordOf(text)
  if (first === null) return <LinkedText text={text} />
  const { letter, word } = first
  return (
    <>
      <span aria-hidden="true">
        <span className={classes.initial}>
          <Cloth cloth={clothOf(groupId)} isSwatch className={classes.cloth} />
          <span className={['display', classes.letter].join(' ')}>{letter}</span>
        </span>
        {word.slice(letter.length)}
      </span>
      {/* A screen reader would read the initial apart from the rest of its word. */}
      <span className={['sr-only', classes.whole].join(' ')}>{word}</span>
      <LinkedText text={text.slice(word.length)} />
    </>
  )
}

/** Null where the text starts with something else than a letter: a quotation mark, a digit, a link. */
function firstWordOf(text: string): { letter: string; word: string } | null {
  const [piece] = piecesOf(text)
  const word = piece?.kind === 'text' ? /^\p{L}\S*/u.exec(piece.text)?.[0] : undefined
  if (word === undefined) return null
  const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
  return { letter: letters.segment(word)[Symbol.iterator]().next().value?.segment ?? '', word }
}

function paragraphsOf(text: string): { at: number; text: string }[] {
  const parts = text.replaceAll('\r\n', '\n').split(/\n[^\S\n]*\n\s*/u)
  return parts.filter((part) => part.trim() !== '').map((part, at) => ({ at, text: part }))
}
