import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId } from 'react'
import { chooseTheme, useTheme } from '#web/lib/browser/theme.ts'
import classes from './theme-choice.module.css'

const choices = [
  { value: 'light', name: 'Light', Icon: Sun },
  { value: 'dark', name: 'Dark', Icon: Moon },
  { value: 'auto', name: 'System', Icon: Monitor },
] as const

export function ThemeChoice() {
  const theme = useTheme()
  const group = useId()
  return (
    <fieldset>
      <legend className={['small muted', classes.legend].join(' ')}>Theme</legend>
      <div className={classes.options}>
        {choices.map(({ value, name, Icon }) => (
          <label key={value} className={['row gap-6', classes.option].join(' ')}>
            <input
              type="radio"
              name={group}
              value={value}
              checked={theme === value}
              onChange={() => chooseTheme(value)}
              className={classes.input}
            />
            <Icon size={18} strokeWidth={1.9} aria-hidden="true" />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
