import type { SectionName } from '@rootsquare/contract/sections'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useId } from 'react'
import { SectionField, wordFields } from '#web/features/groups/sections/section-field.tsx'
import type { SectionState } from '#web/features/groups/sections/use-save-sections.ts'
import type { Words } from '#web/features/groups/sections/section-labels.ts'
import classes from './create-group.module.css'

type CreateGroupSectionProps = {
  name: SectionName
  words: Words
  state: SectionState
  onChange: (words: Words) => void
}

export function CreateGroupSection({ name, words, state, onChange }: CreateGroupSectionProps) {
  const titleId = useId()
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId}>{name}</h3>
        <Mark state={state} />
      </div>
      {wordFields.map((field) => (
        <SectionField
          key={field}
          name={field}
          value={words[field]}
          onChange={(text) => onChange({ ...words, [field]: text })}
          isOneOfMany
        />
      ))}
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
