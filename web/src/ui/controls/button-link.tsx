import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from './button.module.css'

type ButtonAnchorProps = ComponentProps<'a'> & { variant?: 'primary' | 'outline'; isWide?: boolean }

/** A link that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)

function ButtonAnchor({
  variant = 'outline',
  isWide,
  className = '',
  children,
  ...props
}: ButtonAnchorProps) {
  const names = `${classes.button} ${className}`
  return (
    <a {...props} className={names} data-variant={variant} data-wide={isWide || undefined}>
      {children}
    </a>
  )
}
