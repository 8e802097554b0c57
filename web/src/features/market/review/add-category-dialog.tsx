import { categoryNameLength } from '@rootsquare/contract/trade/genres'
import { useAddCategory } from '#web/features/market/review/submissions-api.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useTextsDraft } from '#web/lib/forms/use-texts-draft.ts'
import { resultInSnackbar } from '#web/ui/feedback/show-result.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'

const blank = { name: '' }

export function AddCategoryDialog({ onClose }: { onClose: () => void }) {
  const add = useAddCategory()
  const form = useForm({
    initial: blank,
    draft: useTextsDraft({ what: 'category' }, blank),
    rules: { name: (name) => (lengthOf(name) === 0 ? 'Please enter a name.' : null) },
    limits: { name: { max: categoryNameLength } },
    send: ({ name }) => add.mutateAsync(name.trim()),
    onClose,
    onSuccess: ({ message }) => showSnackbar('success', message ?? 'The category has been added.'),
    onFailure: resultInSnackbar.onFailure,
  })
  return (
    <FormDialog form={form} title="Add Category" width={400} label="Add Category" onClose={onClose}>
      <TextField label="Name" autoComplete="off" data-autofocus {...form.field('name')} />
    </FormDialog>
  )
}
