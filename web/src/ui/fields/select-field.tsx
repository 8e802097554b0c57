import '@mantine/core/styles/Input.layer.css'
import { InputBase } from '@mantine/core'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import classes from './field.module.css'

type SelectFieldProps = Pick<
  ComponentProps<'select'>,
  'id' | 'name' | 'value' | 'autoComplete' | 'onChange' | 'children'
> & { label: string; error?: string }

/** The browser's own list, which every phone opens in its own way. */
export function SelectField(props: SelectFieldProps) {
  return (
    <InputBase
      component="select"
      pointer
      {...props}
      classNames={classes}
      rightSectionPointerEvents="none"
      rightSection={<ChevronDown size={20} strokeWidth={1.9} aria-hidden="true" />}
    />
  )
}
