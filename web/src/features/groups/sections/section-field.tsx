import { leadLength, noteLength, sectionLength } from '@rootsquare/contract/sections'
import { useRef, useState, type RefObject } from 'react'
import type { SectionContent } from '#web/features/groups/sections/section-content.ts'
import { SectionText } from '#web/features/groups/sections/section-text.tsx'
import { SectionToolbar } from '#web/features/groups/sections/section-toolbar.tsx'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import classes from './section-form.module.css'

/** `counterFrom` is the length from which the counter is shown. */
const fields = {
  detail: { label: 'Lead', max: leadLength, counterFrom: 200 },
  description: { label: 'Text', max: sectionLength, counterFrom: 15_000 },
  note: { label: 'Why? (optional)', max: noteLength, counterFrom: 200 },
} as const

export const sectionLimits = { detail: fields.detail, description: fields.description, note: fields.note }

export const contentFields = ['detail', 'description'] as const

type SectionFieldProps = {
  name: keyof typeof fields
  /** Determines the pattern of the preview. */
  groupId?: number | null
  value: string
  onChange: (text: string) => void
  isBusy?: boolean
  /** Makes the field smaller and gives it no focus, because the form has several sections. */
  isOneOfMany?: boolean
}

export function SectionField(props: SectionFieldProps) {
  return props.name === 'description' ? <MarkupField {...props} /> : <PlainField {...props} />
}

/** Renders the text with buttons for its markup and a preview. */
function MarkupField(props: SectionFieldProps) {
  const { value, onChange, groupId = null } = props
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [isPreview, setIsPreview] = useState(false)
  return (
    <div className="stack gap-xs">
      <div className="flex-row wrap between">
        {isPreview ? <h3>Preview</h3> : <SectionToolbar textarea={textarea} onChange={onChange} />}
        <Button variant="outline" onClick={() => setIsPreview(!isPreview)}>
          {isPreview ? 'Edit' : 'Preview'}
        </Button>
      </div>
      <div hidden={isPreview}>
        <PlainField {...props} textarea={textarea} />
      </div>
      {isPreview && (
        <div className="pad-s-m bordered radius-m on-surface">
          {value.trim() === '' ? (
            <p className="muted">Nothing is written yet.</p>
          ) : (
            <SectionText content={{ detail: '', description: value }} groupId={groupId} />
          )}
        </div>
      )}
    </div>
  )
}

type PlainFieldProps = SectionFieldProps & { textarea?: RefObject<HTMLTextAreaElement | null> }

function PlainField({ name, value, onChange, isBusy, isOneOfMany = false, textarea }: PlainFieldProps) {
  const { label, max, counterFrom } = fields[name]
  const length = lengthOf(value)
  return (
    <div className={`positioned ${classes.field}`} data-name={name} data-small={isOneOfMany || undefined}>
      <TextArea
        label={label}
        name={name}
        rows={name === 'description' && !isOneOfMany ? 8 : 2}
        data-autofocus={(name === 'detail' && !isOneOfMany) || undefined}
        value={value}
        readOnly={isBusy ?? false}
        error={length > max && tooLongText(max)}
        description={name === 'description' ? 'A blank line begins a new paragraph.' : undefined}
        ref={textarea}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {length >= counterFrom && <Counter length={length} max={max} />}
    </div>
  )
}

export function isContentTooLong(draft: SectionContent & { note?: string }): boolean {
  return ([...contentFields, 'note'] as const).some((name) => lengthOf(draft[name] ?? '') > fields[name].max)
}
