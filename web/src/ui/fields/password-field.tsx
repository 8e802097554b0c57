import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './field.module.css'

/** A password that its writer may look at. Paste and password managers stay welcome. */
export function PasswordField(props: TextInputProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextInput
      {...props}
      classNames={classes}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSectionWidth={48}
      rightSection={
        <IconButton label="Show password" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
        </IconButton>
      }
    />
  )
}
