import { disapprovalReasonLength, type Item } from '@rootsquare/contract/trade/market'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { useDecideItem } from '#web/features/market/item-api.ts'

type DisapproveDialogProps = { item: Item; onClose: () => void; onDone: () => void }

/** The seller gets the reason as a message. */
export function DisapproveDialog({ item, onClose, onDone }: DisapproveDialogProps) {
  const decide = useDecideItem(item.id)
  return (
    <ReasonDialog
      title={`Disapprove ${item.name}?`}
      explanation="It leaves the marketplace, and the seller is told your reason."
      missing="Please tell the seller why."
      max={disapprovalReasonLength}
      draft={{ what: 'disapproval', id: item.id }}
      confirmLabel="Disapprove Item"
      cancelLabel="Cancel"
      variant="danger"
      onClose={onClose}
      isOver={() => false}
      leave={() => {
        onClose()
        onDone()
      }}
      send={(reason) => decide.mutateAsync({ state: false, reason })}
    />
  )
}
