import { carrierLength, orderNoteLength, trackingNumberLength } from '@rootsquare/contract/trade/orders'
import type { SellerOrder } from '@rootsquare/contract/trade/orders'
import { useId, type SubmitEvent } from 'react'
import { z } from 'zod'
import { useMoveLine } from '#web/features/orders/selling/seller-api.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'

const ShipDraft = z.object({
  carrier: z.string(),
  trackingNumber: z.string(),
  note: z.string(),
  wholeParcel: z.boolean(),
})
type ShipDraft = z.infer<typeof ShipDraft>
const blank: ShipDraft = { carrier: '', trackingNumber: '', note: '', wholeParcel: true }

/** Ships all open lines of a parcel, or this line alone. The typed text is saved until it is sent. */
export function ShipDialog({ order, onClose }: { order: SellerOrder; onClose: () => void }) {
  const formId = useId()
  const { draft, change, clear } = useDraft({ what: 'ship', id: order.orderId }, ShipDraft, blank)
  const moving = useMoveLine(order.orderId)
  const run = useConfirmDialog(onClose)
  const { action, explanation, done } = shipLabels(order)

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (moving.isPending) return
    run(async (ends) => {
      await moving.mutateAsync({ state: 'SHIPPED', ...draft }, ends)
      clear()
      return done
    })
  }

  const footer = (
    <FormButtons
      form={formId}
      label={action}
      cancelLabel="Close"
      isBusy={moving.isPending}
      onCancel={onClose}
    />
  )
  return (
    <Dialog isOpen onClose={onClose} title={action} footer={footer}>
      <form id={formId} className="stack gap-14" noValidate onSubmit={submit}>
        <p>{explanation}</p>
        <ShipFields
          order={order}
          draft={draft}
          onChange={(typed) => change((now) => ({ ...now, ...typed }))}
        />
      </form>
    </Dialog>
  )
}

type ShipFieldsProps = {
  order: SellerOrder
  draft: ShipDraft
  onChange: (typed: Partial<ShipDraft>) => void
}

function ShipFields({ order, draft, onChange }: ShipFieldsProps) {
  const { waiting } = order.parcel
  return (
    <>
      {waiting > 1 && (
        <Switch
          label={`All ${waiting} items of this parcel`}
          description="Turn it off to go on with this item alone."
          isOn={draft.wholeParcel}
          onChange={(wholeParcel) => onChange({ wholeParcel })}
        />
      )}
      {!isPickup(order) && (
        <>
          <TextField
            label="Carrier (optional)"
            maxLength={carrierLength}
            data-autofocus
            value={draft.carrier}
            onChange={(event) => onChange({ carrier: event.currentTarget.value })}
          />
          <TextField
            label="Tracking number (optional)"
            maxLength={trackingNumberLength}
            value={draft.trackingNumber}
            onChange={(event) => onChange({ trackingNumber: event.currentTarget.value })}
          />
        </>
      )}
      <TextArea
        label="Note for the buyer (optional)"
        rows={3}
        maxLength={orderNoteLength}
        value={draft.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </>
  )
}

export const isPickup = ({ parcel }: Pick<SellerOrder, 'parcel'>) => parcel.method === 'PICKUP'

/** Returns labels for shipping, or for goods that only have to be ready for pick-up. */
export const shipLabels = (order: Pick<SellerOrder, 'parcel'>) =>
  isPickup(order)
    ? {
        action: 'Mark as ready',
        explanation: 'The buyer is told that everything can be picked up. This cannot be taken back.',
        done: 'Marked as ready for pick-up.',
      }
    : {
        action: 'Mark as shipped',
        explanation:
          'The buyer is told once the whole parcel is on its way, with carrier, tracking number and note. This cannot be taken back.',
        done: 'Marked as shipped.',
      }
