import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from '#web/ui/fields/field.tsx'

/** A native select, since phones have good lists of their own for it. */
export function SelectField(props: ComponentProps<'select'> & FieldTexts) {
  const { id, label, description, error, ...select } = props
  const rightSection = <ChevronDown size={20} strokeWidth={1.9} aria-hidden="true" />
  return (
    <Field {...{ id, label, description, error, rightSection }}>
      {(control) => <select {...select} {...control} />}
    </Field>
  )
}
