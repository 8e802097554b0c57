import { isSafeLink, parseMarkup, type Block, type Inline } from '@rootsquare/contract/lib/markup'
import { useQuery } from '@tanstack/react-query'
import { groupOf } from '#web/entities/groups/groups-api.ts'
import type { SectionContent } from '#web/features/groups/sections/section-content.ts'
import { firstLetterOf } from '#web/lib/format/names.ts'
import { piecesOf } from '#web/lib/format/text-pieces.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import { LinkedText, OutsideLink } from '#web/ui/layout/linked-text.tsx'
import classes from './section-text.module.css'

const paragraphClass = `as-written ${classes.paragraph}`

/** A text shorter than this has no room beside a large initial. */
const initialFrom = 300

type SectionTextProps = {
  content: SectionContent
  groupId: number | null
  /** Whether a picture that the text begins with is shown above the title. */
  isOpeningAbove?: boolean
}

export function SectionText({ content, groupId, isOpeningAbove = false }: SectionTextProps) {
  const [first, ...rest] = parseMarkup(content.description)
  const blocks = first === undefined || (isOpeningAbove && first.type === 'picture') ? rest : [first, ...rest]
  return (
    <div className={`breakable ${classes.text} text-m leading-reading`}>
      {content.detail !== '' && (
        <p className="as-written margin-bottom-m muted text-l" dir="auto">
          <LinkedText text={content.detail} />
        </p>
      )}
      <ListRows of={keyed(blocks)} rowKey={({ key }) => key} as="div">
        {({ key, part }) =>
          key === 0 && part.type === 'paragraph' ? (
            <FirstParagraph content={part.content} groupId={groupId} />
          ) : (
            <MarkupBlock block={part} />
          )
        }
      </ListRows>
    </div>
  )
}

/** Uses positions as keys, because a text only changes as a whole. */
const keyed = <T,>(parts: T[]) => parts.map((part, key) => ({ key, part }))

function MarkupBlock({ block }: { block: Block }) {
  if (block.type === 'picture')
    return (
      <img
        src={block.url}
        alt={block.alt}
        loading="lazy"
        className={`${classes.picture} display-block radius-m`}
      />
    )
  if (block.type === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul'
    return (
      <List className={`stack gap-xs ${classes.list}`}>
        {keyed(block.items).map(({ key, part }) => (
          <li key={key} dir="auto">
            <InlineParts parts={part} />
          </li>
        ))}
      </List>
    )
  }
  const Tag = block.type === 'paragraph' ? 'p' : ((['h3', 'h4'] as const)[block.level - 1] ?? 'h4')
  return (
    <Tag className={block.type === 'paragraph' ? paragraphClass : classes.heading} dir="auto">
      <InlineParts parts={block.content} />
    </Tag>
  )
}

function InlineParts({ parts }: { parts: Inline[] }) {
  return keyed(parts).map(({ key, part }) => {
    if (part.type === 'bold') return <strong key={key}>{part.text}</strong>
    if (part.type === 'text') return <LinkedText key={key} text={part.text} />
    // Older texts were not checked when they were written.
    if (!isSafeLink(part.href)) return part.text
    return (
      <OutsideLink key={key} href={part.href}>
        {part.text}
      </OutsideLink>
    )
  })
}

/** Renders the first paragraph, which begins with a large initial if the text is long. */
function FirstParagraph({ content, groupId }: { content: Inline[]; groupId: number | null }) {
  const [start, ...rest] = content
  const isLong = content.map(({ text }) => text).join('').length >= initialFrom
  if (!isLong || start?.type !== 'text') return <MarkupBlock block={{ type: 'paragraph', content }} />
  return (
    <p className={paragraphClass} dir="auto">
      <WithInitial text={start.text} groupId={groupId} />
      <InlineParts parts={rest} />
    </p>
  )
}

function WithInitial({ text, groupId }: { text: string; groupId: number | null }) {
  const group = useQuery({ ...groupOf(groupId ?? 0), enabled: groupId !== null })
  const first = firstWordOf(text)
  if (first === null) return <LinkedText text={text} />
  const { letter, word } = first
  return (
    <>
      <span aria-hidden="true">
        <span className={`positioned ${classes.initial} clip radius-m`}>
          <Cloth cloth={clothOf(group.data?.name ?? null)} isSwatch className={classes.cloth} />
          <span className={`display-text center-content ${classes.letter} on-surface color-primary`}>
            {letter}
          </span>
        </span>
        {word.slice(letter.length)}
      </span>
      {/* A screen reader would read the initial apart from the rest of its word. */}
      <span className={`sr-only ${classes.whole}`}>{word}</span>
      <LinkedText text={text.slice(word.length)} />
    </>
  )
}

/** Returns null if the text does not start with a letter but with a quotation mark, a digit or a link. */
function firstWordOf(text: string): { letter: string; word: string } | null {
  const [piece] = piecesOf(text)
  const word = piece?.kind === 'text' ? /^\p{L}\S*/u.exec(piece.text)?.[0] : undefined
  if (word === undefined) return null
  return { letter: firstLetterOf(word), word }
}
