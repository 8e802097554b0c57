import { useMemo } from 'react'
import { isSame } from '#web/features/groups/words.ts'
import type { Words } from '#web/features/groups/words.ts'
import { differenceOf } from '#web/lib/difference.ts'
import type { Change } from '#web/lib/difference.ts'
import classes from './version-difference.module.css'

type VersionDifferenceProps = { before: Words; after: Words; whenNone: string }

/** Beside a change so much of what stayed is shown; what lies farther off is left out. */
const nearby = 160

export function VersionDifference({ before, after, whenNone }: VersionDifferenceProps) {
  if (isSame(before, after)) return <p className={classes.none}>{whenNone}</p>
  return (
    <div className={classes.difference}>
      <p className={classes.key}>
        <ins>Underlined</ins> is new, <del>struck through</del> is gone.
      </p>
      <Part label="Lead" before={before.detail} after={after.detail} />
      <Part label="Text" before={before.description} after={after.description} />
    </div>
  )
}

function Part({ label, before, after }: { label: string; before: string; after: string }) {
  const changes = useMemo(() => differenceOf(before, after), [before, after])
  if (before === after) return null
  return (
    <section className={classes.part} aria-label={`Changes in the ${label.toLowerCase()}`}>
      <p className={classes.label}>{label}</p>
      <p className={classes.words} dir="auto">
        {changes.map((change) => (
          <Piece key={change.at} change={change} isLast={change.at === changes.length - 1} />
        ))}
      </p>
    </section>
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
