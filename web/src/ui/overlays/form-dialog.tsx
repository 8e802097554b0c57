import type { ComponentProps, ReactNode } from 'react'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { Form } from '#web/ui/fields/form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'

type FormDialogProps = Pick<
  ComponentProps<typeof FormButtons>,
  'label' | 'cancelLabel' | 'variant' | 'disabled'
> &
  Pick<ComponentProps<typeof Form>, 'form' | 'className' | 'onInput'> & {
    title: string
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
  const { footer: notes, ...buttons } = rest
  const footer = (
    <>
      {notes}
      <FormButtons {...buttons} form={form.props.id} isBusy={form.isPending} onCancel={onCancel} />
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
