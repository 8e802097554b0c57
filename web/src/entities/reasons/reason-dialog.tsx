import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'

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
  isBusy: boolean
  onClose: () => void
  /** More fields below the reason. */
  children?: ReactNode
  /** Call `clear` once the text has been accepted. */
  onSend: (text: string, clear: () => void) => void
}

/** Saves what is typed until it is sent. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, explanation, label = 'Reason', description, missing, max, variant, isBusy, onClose } = props
  const formId = useId()
  const { draft: text, change, clear } = useTextDraft(props.draft)
  const [isSubmitted, setSubmitted] = useState(false)
  const length = lengthOf(text)
  const lengthError = length > max ? tooLongText(max) : null
  const missingError = length === 0 ? missing : null

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setSubmitted(true)
    if (isBusy) return
    if (lengthError ?? missingError) return event.currentTarget.querySelector('textarea')?.focus()
    props.onSend(text.trim(), clear)
  }

  const footer = (
    <FormButtons
      form={formId}
      label={props.confirmLabel}
      cancelLabel={props.cancelLabel ?? 'Close'}
      variant={variant ?? 'primary'}
      isBusy={isBusy}
      onCancel={onClose}
    />
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={footer}>
      <form id={formId} className="stack gap-14" noValidate onSubmit={submit}>
        <p>{explanation}</p>
        <div className="counted">
          <TextArea
            label={label}
            description={description}
            name="reason"
            rows={3}
            data-autofocus
            value={text}
            error={lengthError ?? (isSubmitted ? missingError : null)}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Counter length={length} max={max} />
        </div>
        {props.children}
      </form>
    </Dialog>
  )
}
