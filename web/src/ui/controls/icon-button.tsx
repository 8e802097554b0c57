import type { ComponentProps, ReactNode } from 'react'
import classes from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; children: ReactNode }

/** Round, with a picture for a face: `label` is the name it goes by. The icon brings its own `aria-hidden`. */
export function IconButton({ label, className, ...props }: IconButtonProps) {
  const names = className === undefined ? classes.button : `${classes.button} ${className}`
  return <button type="button" {...props} className={names} aria-label={label} />
}
