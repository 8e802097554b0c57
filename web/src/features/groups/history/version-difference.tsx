import { useMemo } from 'react'
import { isSame } from '#web/features/groups/sections/section-labels.ts'
import type { Words } from '#web/features/groups/sections/section-labels.ts'
import { differenceOf } from '#web/lib/format/text-difference.ts'
import type { Change } from '#web/lib/format/text-difference.ts'
import classes from './version-difference.module.css'

type VersionDifferenceProps = { before: Words; after: Words; whenNone?: string }

/** Beside a change so much of what stayed is shown; what lies farther off is left out. */
const nearby = 160

/** Below so much that stayed, marks word by word make two texts unreadable; short ones are read at a glance. */
const leastLikeness = 0.4
const shortText = 120

export function VersionDifference({ before, after, whenNone }: VersionDifferenceProps) {
  const lead = useMemo(() => partOf(before.detail, after.detail), [before.detail, after.detail])
  const text = useMemo(
    () => partOf(before.description, after.description),
    [before.description, after.description],
  )
  if (isSame(before, after)) return <p className={classes.none}>{whenNone}</p>
  const isMarked = [lead, text].some(({ isChanged, isRewritten }) => isChanged && !isRewritten)
  return (
    <div className={classes.difference}>
      {isMarked && (
        <p className={classes.key}>
          <ins>Underlined</ins> is new, <del>struck through</del> is gone.
        </p>
      )}
      <PartView label="Lead" part={lead} />
      <PartView label="Text" part={text} />
    </div>
  )
}

type Part = ReturnType<typeof partOf>

function partOf(before: string, after: string) {
  const changes = differenceOf(before, after)
  const stayed = changes.reduce((sum, { kind, text }) => (kind === 'same' ? sum + text.length : sum), 0)
  const longer = Math.max(before.length, after.length)
  const isBoth = before !== '' && after !== ''
  const isRewritten = isBoth && longer > shortText && stayed < longer * leastLikeness
  return { before, after, changes, isRewritten, isChanged: before !== after }
}

function PartView({ label, part }: { label: string; part: Part }) {
  const { before, after, changes, isRewritten, isChanged } = part
  if (!isChanged) return null
  if (isRewritten)
    return (
      <div className={classes.part}>
        <p className={classes.label}>{label}: the old words</p>
        <Block kind="removed" text={before} />
        <p className={classes.label}>{label}: the new words</p>
        <Block kind="added" text={after} />
      </div>
    )
  return (
    <div className={classes.part}>
      <p className={classes.label}>{label}</p>
      <p className={classes.words} dir="auto">
        {changes.map((change) => (
          <Piece key={change.at} change={change} isLast={change.at === changes.length - 1} />
        ))}
      </p>
    </div>
  )
}

function Block({ kind, text }: { kind: 'added' | 'removed'; text: string }) {
  return (
    <p className={[classes.words, classes.block].join(' ')} data-kind={kind} dir="auto">
      {text}
    </p>
  )
}

function Piece({ change: { at, kind, text }, isLast }: { change: Change; isLast: boolean }) {
  if (kind === 'same') return folded(text, { isFirst: at === 0, isLast })
  const Mark = kind === 'added' ? 'ins' : 'del'
  const words = text.trimStart()
  // A paragraph that was parted or joined has no words to mark.
  const marked = words === '' ? `¶${text}` : words
  return (
    <>
      {words !== '' && text.slice(0, -words.length)}
      <Mark>
        <span className="sr-only">{kind === 'added' ? ' [new: ' : ' [gone: '}</span>
        {marked}
        <span className="sr-only">] </span>
      </Mark>
    </>
  )
}

function folded(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const [head, tail] = [isFirst ? 0 : nearby, isLast ? 0 : nearby]
  if (text.length <= head + tail + nearby) return text
  const begin = text.slice(0, head).replace(/\s*\S*$/u, '')
  const end = text.slice(text.length - tail).replace(/^\S*\s*/u, '')
  return `${begin} … ${tail === 0 ? '' : end}`
}
