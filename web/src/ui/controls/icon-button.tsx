import type { ComponentProps, ReactNode } from 'react'
import classes from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; children: ReactNode }

/** The icon must set `aria-hidden` itself. */
export function IconButton({ label, className, ...props }: IconButtonProps) {
  const names = ['inner-ring', classes.button, className].join(' ')
  return <button type="button" {...props} className={names} aria-label={label} />
}
