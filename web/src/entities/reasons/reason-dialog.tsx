import type { ReactNode } from 'react'
import { lengthOf } from '#web/lib/format/length.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useTextsDraft } from '#web/lib/forms/use-texts-draft.ts'
import type { Result } from '#web/ui/feedback/show-result.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { closeToTitle, confirmedForm } from '#web/ui/overlays/use-confirm-dialog.ts'

type ReasonDialogProps = {
  title: string
  explanation: string
  label?: string
  description?: string | undefined
  /** The error of an empty text; null if it is optional. */
  missing: string | null
  max: number
  draft: { what: string; id: number }
  confirmLabel: string
  cancelLabel?: string
  variant?: 'primary' | 'danger'
  onClose: () => void
  /** Closes it when the action is done or no longer possible, if the focus is not to move to the title of the page. */
  leave?: () => void
  isOver?: (failure: Error) => boolean
  /** More fields below the reason. */
  children?: ReactNode
  send: (text: string) => Promise<Result>
}

const blank = { reason: '' }

/** Saves what is typed until it is sent. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, explanation, label = 'Reason', description, missing, max, onClose } = props
  const form = useForm({
    initial: blank,
    draft: useTextsDraft({ ...props.draft, isPrivate: true }, blank),
    rules: { reason: (text) => (lengthOf(text) === 0 ? missing : null) },
    limits: { reason: { max } },
    send: ({ reason }) => props.send(reason.trim()),
    ...confirmedForm(props.leave ?? (() => closeToTitle(onClose)), props.isOver),
  })
  return (
    <FormDialog
      form={form}
      className="stack gap-s"
      title={title}
      label={props.confirmLabel}
      cancelLabel={props.cancelLabel ?? 'Close'}
      variant={props.variant ?? 'primary'}
      onClose={onClose}
    >
      <p>{explanation}</p>
      <TextArea
        label={label}
        description={description}
        rows={3}
        data-autofocus
        counterFrom={0}
        {...form.field('reason')}
      />
      {props.children}
    </FormDialog>
  )
}
