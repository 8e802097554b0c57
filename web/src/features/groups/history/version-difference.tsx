import { useMemo } from 'react'
import { isSameContent, type SectionContent } from '#web/features/groups/sections/section-content.ts'
import { differenceOf, type TextChange } from '#web/features/groups/history/text-difference.ts'
import classes from './version-difference.module.css'

type VersionDifferenceProps = { before: SectionContent; after: SectionContent; whenNone?: string }

/** How many unchanged characters are shown next to a change; the others are left out. */
const nearby = 160

/** If less of a long text than this has stayed, marks on single words make it unreadable. */
const minSameShare = 0.4
const shortText = 120

export function VersionDifference({ before, after, whenNone }: VersionDifferenceProps) {
  const lead = useMemo(() => partOf(before.detail, after.detail), [before.detail, after.detail])
  const text = useMemo(
    () => partOf(before.description, after.description),
    [before.description, after.description],
  )
  if (isSameContent(before, after)) return <p className="text-xs muted">{whenNone}</p>
  const isMarked = [lead, text].some(({ isChanged, isRewritten }) => isChanged && !isRewritten)
  return (
    <div className={`stack gap-s ${classes.difference}`}>
      {isMarked && (
        <p className="text-xs muted">
          <ins>Underlined</ins> is new, <del>struck through</del> is gone.
        </p>
      )}
      <PartView label="Lead" part={lead} />
      <PartView label="Text" part={text} />
    </div>
  )
}

const textClass = `breakable as-written positioned ${classes.text}`

type Part = ReturnType<typeof partOf>

function partOf(before: string, after: string) {
  const changes = differenceOf(before, after)
  const sameLength = changes.reduce((sum, { kind, text }) => (kind === 'same' ? sum + text.length : sum), 0)
  const longer = Math.max(before.length, after.length)
  const isRewritten =
    before !== '' && after !== '' && longer > shortText && sameLength < longer * minSameShare
  return { before, after, changes, isRewritten, isChanged: before !== after }
}

function PartView({ label, part }: { label: string; part: Part }) {
  const { before, after, changes, isRewritten, isChanged } = part
  if (!isChanged) return null
  if (isRewritten)
    return (
      <div className="display-grid gap-3xs shrinkable">
        <p className="text-xs strong muted">{label}: the old words</p>
        <p className={textClass} data-kind="removed" dir="auto">
          {before}
        </p>
        <p className="text-xs strong muted">{label}: the new words</p>
        <p className={textClass} data-kind="added" dir="auto">
          {after}
        </p>
      </div>
    )
  return (
    <div className="display-grid gap-3xs shrinkable">
      <p className="text-xs strong muted">{label}</p>
      <p className={textClass} dir="auto">
        {changes.map((change) => (
          <ChangedText key={change.at} change={change} isLast={change.at === changes.length - 1} />
        ))}
      </p>
    </div>
  )
}

function ChangedText({ change: { at, kind, text }, isLast }: { change: TextChange; isLast: boolean }) {
  if (kind === 'same') return shortened(text, { isFirst: at === 0, isLast })
  const Mark = kind === 'added' ? 'ins' : 'del'
  const trimmed = text.trimStart()
  // A paragraph that was split or joined has no word to mark.
  const marked = trimmed === '' ? `¶${text}` : trimmed
  return (
    <>
      {trimmed !== '' && text.slice(0, -trimmed.length)}
      <Mark>
        <span className="sr-only">{kind === 'added' ? ' [new: ' : ' [gone: '}</span>
        {marked}
        <span className="sr-only">] </span>
      </Mark>
    </>
  )
}

function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const [head, tail] = [isFirst ? 0 : nearby, isLast ? 0 : nearby]
  if (text.length <= head + tail + nearby) return text
  const begin = text.slice(0, head).replace(/\s*\S*$/u, '')
  const end = text.slice(text.length - tail).replace(/^\S*\s*/u, '')
  return `${begin} … ${tail === 0 ? '' : end}`
}
