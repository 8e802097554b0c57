import '@mantine/core/styles/Input.layer.css'
import { Textarea } from '@mantine/core'
import type { TextareaProps } from '@mantine/core'
import classes from './field.module.css'
import area from './text-area.module.css'

/** Grows with what is written. */
export function TextArea(props: TextareaProps) {
  return (
    <Textarea
      size="lg"
      resize="vertical"
      {...props}
      classNames={{ ...classes, input: [classes.input, area.input].join(' ') }}
    />
  )
}
