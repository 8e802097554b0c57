import { leadLength, noteLength, sectionLength } from '@rootsquare/contract/sections'
import type { SectionContent } from '#web/features/groups/sections/section-content.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import classes from './section-form.module.css'

/** `counterFrom`: the length from which the counter is shown. */
const fields = {
  detail: { label: 'Lead', max: leadLength, counterFrom: 200 },
  description: { label: 'Text', max: sectionLength, counterFrom: 15_000 },
  note: { label: 'Why? (optional)', max: noteLength, counterFrom: 200 },
} as const

export const contentFields = ['detail', 'description'] as const

type SectionFieldProps = {
  name: keyof typeof fields
  value: string
  onChange: (text: string) => void
  isBusy?: boolean
  /** Smaller, and without the focus, as one of several sections in a form. */
  isOneOfMany?: boolean
}

export function SectionField({ name, value, onChange, isBusy, isOneOfMany = false }: SectionFieldProps) {
  const { label, max, counterFrom } = fields[name]
  const length = lengthOf(value)
  return (
    <div className={classes.field} data-name={name} data-small={isOneOfMany || undefined}>
      <TextArea
        label={label}
        name={name}
        rows={name === 'description' && !isOneOfMany ? 8 : 2}
        data-autofocus={(name === 'detail' && !isOneOfMany) || undefined}
        value={value}
        readOnly={isBusy ?? false}
        error={length > max && tooLongText(max)}
        description={name === 'description' ? 'A blank line begins a new paragraph.' : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {length >= counterFrom && <Counter length={length} max={max} />}
    </div>
  )
}

export function isTooLong(draft: SectionContent & { note?: string }): boolean {
  return ([...contentFields, 'note'] as const).some((name) => lengthOf(draft[name] ?? '') > fields[name].max)
}
