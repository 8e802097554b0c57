import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from '#web/ui/fields/field.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'

/** Uses a native select, because phones have good pickers for it. */
export function SelectField(props: ComponentProps<'select'> & FieldTexts) {
  const { id, label, description, error, count: _, ...select } = props
  const rightSection = <Icon of={ChevronDown} />
  return (
    <Field {...{ id, label, description, error, rightSection }}>
      {(control) => <select {...select} {...control} />}
    </Field>
  )
}
