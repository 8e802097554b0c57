import { disapprovalReasonLength, type Item } from '@rootsquare/contract/trade/market'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { useDecideItem } from '#web/features/market/item/item-api.ts'
import { showResult } from '#web/ui/feedback/show-result.ts'

type DisapproveDialogProps = { item: Item; onClose: () => void; onDone: () => void }

/** The seller gets the reason as a message. */
export function DisapproveDialog({ item, onClose, onDone }: DisapproveDialogProps) {
  const decide = useDecideItem(item.id)

  async function send(reason: string, clear: () => void): Promise<void> {
    if (!(await showResult(decide.mutateAsync({ state: false, reason })))) return
    clear()
    onClose()
    onDone()
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
      onSend={(reason, clear) => void send(reason, clear)}
    />
  )
}
