import type { ComponentProps } from 'react'
import { Icon, type Glyph } from '#web/ui/layout/icon.tsx'
import classes from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  icon: Glyph
  isFilled?: boolean
}

export function IconButton({ label, icon, isFilled, className, children, ...props }: IconButtonProps) {
  const names = ['inner-ring', classes.button, className].join(' ')
  return (
    <button type="button" {...props} className={names} aria-label={label}>
      <Icon of={icon} isFilled={isFilled} />
      {children}
    </button>
  )
}
