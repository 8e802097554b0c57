import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldTexts } from '#web/ui/fields/field.tsx'

export type TextFieldProps = ComponentProps<'input'> &
  FieldTexts & { leftSection?: ReactNode; rightSection?: ReactNode }

export function TextField(props: TextFieldProps) {
  const { id, label, description, error, count: _, leftSection, rightSection, ...input } = props
  return (
    <Field {...{ id, label, description, error, leftSection, rightSection }}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  )
}
