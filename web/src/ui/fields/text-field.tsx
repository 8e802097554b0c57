import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import classes from './field.module.css'

export function TextField(props: TextInputProps) {
  return <TextInput {...props} classNames={classes} />
}
