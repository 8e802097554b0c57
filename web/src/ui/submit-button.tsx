import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import classes from './submit-button.module.css'

type SubmitButtonProps = ButtonProps & { isBusy: boolean }

/** Keeps its name, its width and the focus while busy; a disabled button would throw the keyboard back to the top. */
export function SubmitButton({ isBusy, children, ...props }: SubmitButtonProps) {
  return (
    <Button type="submit" {...props} aria-disabled={isBusy} data-busy={isBusy || undefined}>
      <span className={isBusy ? classes.waiting : undefined}>{children}</span>
      {isBusy && <span className={classes.spinner} />}
    </Button>
  )
}
