import { disapprovalReasonLength, type Item } from '@rootsquare/contract/trade/market'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { useDecideItem } from '#web/features/market/item/item-api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type DisapproveDialogProps = { item: Item; onClose: () => void; onDone: () => void }

/** The seller gets the reason as a message. */
export function DisapproveDialog({ item, onClose, onDone }: DisapproveDialogProps) {
  const decide = useDecideItem(item.id)

  function send(reason: string, clear: () => void): void {
    clearSnackbars()
    decide.mutateAsync({ state: false, reason }).then(
      ({ message }) => {
        clear()
        showSnackbar('success', message ?? 'The item is disapproved.')
        onClose()
        onDone()
      },
      (failure: unknown) => showSnackbar('error', errorText(failure)),
    )
  }

  return (
    <ReasonDialog
      title={`Disapprove ${item.name}?`}
      explanation="The seller is told, with your reason. It leaves the marketplace."
      missing="Please tell the seller why."
      max={disapprovalReasonLength}
      draft={{ what: 'disapproval', id: item.id }}
      confirmLabel="Disapprove Item"
      cancelLabel="Cancel"
      variant="danger"
      isBusy={decide.isPending}
      onClose={onClose}
      onSend={send}
    />
  )
}
