import { leadLength, sectionLength } from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useId } from 'react'
import type { SectionWords } from '#web/features/groups/create-group-draft.ts'
import type { SectionState } from '#web/features/groups/use-save-sections.ts'
import { lengthOf, tooLongText } from '#web/lib/length.ts'
import { Counter } from '#web/ui/counter.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import classes from './create-group.module.css'

const fields = [
  { field: 'detail', label: 'Lead', max: leadLength, counterFrom: leadLength - 50 },
  { field: 'description', label: 'Text', max: sectionLength, counterFrom: sectionLength - 1000 },
] as const

type CreateGroupSectionProps = {
  name: SectionName
  words: SectionWords
  state: SectionState
  onChange: (words: SectionWords) => void
}

export function CreateGroupSection({ name, words, state, onChange }: CreateGroupSectionProps) {
  const titleId = useId()
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId}>{name}</h3>
        <Mark state={state} />
      </div>
      {fields.map(({ field, label, max, counterFrom }) => {
        const length = lengthOf(words[field])
        return (
          <div key={field} className={classes.counted} data-long={field === 'description' || undefined}>
            <TextArea
              label={label}
              value={words[field]}
              error={length > max && tooLongText(max)}
              onChange={(event) => onChange({ ...words, [field]: event.currentTarget.value })}
            />
            {length >= counterFrom && <Counter length={length} max={max} />}
          </div>
        )
      })}
    </section>
  )
}

function Mark({ state }: { state: SectionState }) {
  if (state === 'unsaved') return null
  if (state === 'saving') return <span className={classes.mark}>Saving…</span>
  const [Icon, text] = state === 'saved' ? [CircleCheck, 'Saved'] : [CircleAlert, 'Not saved']
  return (
    <span className={classes.mark} data-state={state}>
      <Icon size={18} strokeWidth={2} aria-hidden="true" />
      {text}
    </span>
  )
}
