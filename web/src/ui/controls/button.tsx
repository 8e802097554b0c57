import type { ComponentProps } from 'react'
import classes from './button.module.css'

type ButtonProps = ComponentProps<'button'> & {
  variant?: 'primary' | 'outline' | 'danger'
  isWide?: boolean
  /** A pending button keeps its name, its width and the focus, which a disabled button would lose. */
  isBusy?: boolean
}

export function Button({ variant = 'primary', isWide, isBusy, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={classes.button}
      data-variant={variant}
      data-wide={isWide || undefined}
      aria-disabled={isBusy || undefined}
    >
      <span className={isBusy ? classes.waiting : undefined}>{children}</span>
      {isBusy && <span className={classes.spinner} />}
    </button>
  )
}
