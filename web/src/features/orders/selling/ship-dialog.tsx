import { carrierLength, orderNoteLength, trackingNumberLength } from '@rootsquare/contract/trade/orders'
import type { SellerOrder } from '@rootsquare/contract/trade/orders'
import { z } from 'zod'
import { useMoveLine } from '#web/features/orders/selling/seller-api.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { closeToTitle, confirmedForm } from '#web/ui/overlays/use-confirm-dialog.ts'

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
  const moving = useMoveLine(order.orderId)
  const { action, explanation, done } = shipLabels(order)
  const { waiting } = order.parcel
  const form = useForm({
    initial: blank,
    draft: useDraft({ what: 'ship', id: order.orderId }, ShipDraft, blank),
    send: async (draft) => {
      await moving.mutateAsync({ state: 'SHIPPED', ...draft })
      return done
    },
    ...confirmedForm(() => closeToTitle(onClose)),
  })
  return (
    <FormDialog
      form={form}
      className="stack gap-s"
      title={action}
      label={action}
      cancelLabel="Close"
      onClose={onClose}
    >
      <p>{explanation}</p>
      {waiting > 1 && (
        <Switch
          label={`All ${waiting} items of this parcel`}
          description="Turn this off to continue with this item only."
          isOn={form.values.wholeParcel}
          onChange={(wholeParcel) => form.set({ wholeParcel })}
        />
      )}
      {!isPickup(order) && (
        <>
          <TextField
            label="Carrier (optional)"
            maxLength={carrierLength}
            data-autofocus
            {...form.field('carrier')}
          />
          <TextField
            label="Tracking number (optional)"
            maxLength={trackingNumberLength}
            {...form.field('trackingNumber')}
          />
        </>
      )}
      <TextArea
        label="Note for the buyer (optional)"
        rows={3}
        maxLength={orderNoteLength}
        {...form.field('note')}
      />
    </FormDialog>
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
