import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'

/** A way to another page that looks like a button, and is still a link. */
export function LinkButton({ to, ...props }: ButtonProps & Required<Pick<LinkProps, 'to'>>) {
  return <Button {...props} renderRoot={(root) => <Link to={to} {...root} />} />
}
