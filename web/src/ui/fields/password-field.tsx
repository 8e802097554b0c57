import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx'

export function PasswordField(props: TextFieldProps) {
  const [isShown, setShown] = useState(false)
  const icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSection={
        <IconButton
          label="Show password"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          icon={icon}
        />
      }
    />
  )
}
