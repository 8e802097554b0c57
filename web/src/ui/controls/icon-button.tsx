import type { ComponentProps, ReactNode } from 'react'
import classes from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; children: ReactNode }

/** The icon has an `aria-hidden` of its own. */
export function IconButton({ label, className, ...props }: IconButtonProps) {
  const names = className === undefined ? classes.button : `${classes.button} ${className}`
  return <button type="button" {...props} className={names} aria-label={label} />
}
