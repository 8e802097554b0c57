import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { StoreError } from '#web/ui/feedback/store-error.tsx'
import { Form } from '#web/ui/fields/form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type FormDialogProps = Pick<ComponentProps<typeof Button>, 'variant' | 'disabled'> &
  Pick<ComponentProps<typeof Form>, 'form' | 'className' | 'onInput'> & {
    title: string
    label: string
    cancelLabel?: string
    width?: number
    /** Says that a draft was restored, and offers to discard it. */
    showsDraft?: boolean
    onClose: () => void
    /** Is shown above the buttons, so that it is visible however far the form is scrolled. */
    footer?: ReactNode
    /** What the Cancel button does, if not the same as Esc. */
    onCancel?: () => void
    children: ReactNode
  }

/** A dialog with one form, whose buttons are in the footer. */
export function FormDialog({ form, title, width, ...props }: FormDialogProps) {
  const { className, showsDraft, onInput, onClose, onCancel = onClose, children, ...rest } = props
  const { footer: notes, label, cancelLabel = 'Cancel', ...button } = rest
  const footer = (
    <>
      {notes}
      <StoreError />
      <Button variant="outline" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" form={form.props.id} isBusy={form.isPending} {...button}>
        {label}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} {...(width !== undefined && { width })} footer={footer}>
      <Form {...{ form, className, onInput }}>
        {showsDraft && form.isRestored && <DraftStatus onDiscard={form.startOver} />}
        {children}
      </Form>
    </Dialog>
  )
}
