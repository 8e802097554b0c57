import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from '#web/ui/fields/field.tsx'

export function TextArea(props: ComponentProps<'textarea'> & FieldTexts) {
  const { id, label, description, error, count, counterFrom, ...textarea } = props
  return (
    <Field {...{ id, label, description, error, count, counterFrom }}>
      {(control) => <textarea {...textarea} {...control} />}
    </Field>
  )
}
