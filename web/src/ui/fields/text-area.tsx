import type { ComponentProps } from 'react'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Field, type FieldTexts } from '#web/ui/fields/field.tsx'

/** The length is shown from `counterFrom` on. */
type TextAreaProps = ComponentProps<'textarea'> & FieldTexts & { counterFrom?: number | undefined }

export function TextArea(props: TextAreaProps) {
  const { id, label, description, error, count, counterFrom, ...textarea } = props
  const field = (
    <Field {...{ id, label, description, error }}>
      {(control) => <textarea {...textarea} {...control} />}
    </Field>
  )
  if (count === undefined || counterFrom === undefined) return field
  return (
    <div className="positioned">
      {field}
      {count.length >= counterFrom && <Counter {...count} />}
    </div>
  )
}
