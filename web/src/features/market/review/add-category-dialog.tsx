import { categoryNameLength } from '@rootsquare/contract/trade/genres'
import { useId, useRef, useState, type SubmitEvent } from 'react'
import { useAddCategory } from '#web/features/market/review/submissions-api.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'

export function AddCategoryDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const { draft: name, change, clear } = useTextDraft({ what: 'category' })
  const [isSubmitted, setSubmitted] = useState(false)
  const add = useAddCategory()
  const error = fieldErrorIn(name, isSubmitted) ?? nameErrorIn(add.error)

  function type(typed: string): void {
    change(typed)
    add.reset()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (add.isPending) return
    setSubmitted(true)
    if (fieldErrorIn(name, true) !== null) return field.current?.focus()
    clearSnackbars()
    add.mutateAsync(name.trim()).then(
      ({ message }) => {
        clear()
        showSnackbar('success', message ?? 'The category has been added.')
        onClose()
      },
      (failure: unknown) => {
        if (nameErrorIn(failure) === null) showSnackbar('error', errorText(failure))
        field.current?.focus()
      },
    )
  }

  const footer = <FormButtons form={formId} label="Add Category" isBusy={add.isPending} onCancel={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title="Add Category" width={400} footer={footer}>
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label="Name"
          name="category"
          autoComplete="off"
          data-autofocus
          value={name}
          error={error}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

/** Shows that a name is too long while typing, but that it is missing only after submitting. */
function fieldErrorIn(name: string, isSubmitted: boolean): string | null {
  const length = lengthOf(name)
  if (length > categoryNameLength) return tooLongText(categoryNameLength)
  return length === 0 && isSubmitted ? 'Please enter a name.' : null
}

function nameErrorIn(failure: unknown): string | null {
  return failure instanceof CallError ? (failure.fields.name ?? null) : null
}
