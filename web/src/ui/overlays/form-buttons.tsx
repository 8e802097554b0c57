import type { ComponentProps } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { StoreError } from '#web/ui/feedback/store-error.tsx'

type FormButtonsProps = Pick<ComponentProps<typeof Button>, 'variant' | 'disabled' | 'isBusy'> & {
  /** The id of the form, which is in the body of the dialog. */
  form: string
  label: string
  cancelLabel?: string
  onCancel: () => void
}

/** Renders the footer of a dialog with a form. */
export function FormButtons({ label, cancelLabel = 'Cancel', onCancel, ...props }: FormButtonsProps) {
  return (
    <>
      <StoreError />
      <Button variant="outline" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" {...props}>
        {label}
      </Button>
    </>
  )
}
