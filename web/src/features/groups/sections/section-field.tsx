import { leadLength, noteLength, sectionLength } from '@rootsquare/contract/sections'
import type { Words } from '#web/features/groups/sections/section-labels.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import classes from './section-field.module.css'

/** `counterFrom`: below that nobody needs to count. */
const fields = {
  detail: { label: 'Lead', max: leadLength, counterFrom: 200 },
  description: { label: 'Text', max: sectionLength, counterFrom: 15_000 },
  note: { label: 'Why? (optional)', max: noteLength, counterFrom: 200 },
} as const

export const wordFields = ['detail', 'description'] as const

type SectionFieldProps = {
  name: keyof typeof fields
  value: string
  onChange: (text: string) => void
  isBusy?: boolean
  /** One of many in a form. */
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

export function isTooLong(draft: Words & { note?: string }): boolean {
  return ([...wordFields, 'note'] as const).some((name) => lengthOf(draft[name] ?? '') > fields[name].max)
}
