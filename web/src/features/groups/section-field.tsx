import type { SectionDraft } from '#web/features/groups/section-draft.ts'
import { lengthOf, tooLongText } from '#web/lib/length.ts'
import { Counter } from '#web/ui/counter.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import classes from './section-words.module.css'

type SectionFieldProps = {
  name: 'detail' | 'description' | 'note'
  label: string
  max: number
  /** Below that nobody needs to count. */
  counterFrom: number
  draft: SectionDraft
  change: (part: Partial<SectionDraft>) => void
  isBusy: boolean
}

export function SectionField({ name, label, max, counterFrom, draft, change, isBusy }: SectionFieldProps) {
  const length = lengthOf(draft[name])
  return (
    <div className={classes.field} data-name={name}>
      <TextArea
        label={label}
        name={name}
        rows={name === 'description' ? 8 : 2}
        data-autofocus={name === 'detail' || undefined}
        value={draft[name]}
        readOnly={isBusy}
        error={length > max && tooLongText(max)}
        description={name === 'description' ? 'A blank line begins a new paragraph.' : undefined}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
      {length >= counterFrom && <Counter length={length} max={max} />}
    </div>
  )
}
