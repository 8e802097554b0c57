import type { Address } from '@rootsquare/contract/addresses'
import { useId } from 'react'
import { AddressFields } from '#web/features/addresses/address-fields.tsx'
import { useAddressForm } from '#web/features/addresses/use-address-form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'

type AddressDialogProps = {
  memberId: number
  address: Address | null
  onClose: () => void
}

/** What was typed is restored when it is opened again. */
export function AddressDialog({ memberId, address, onClose }: AddressDialogProps) {
  const formId = useId()
  const form = useAddressForm({ memberId, address, onSaved: onClose })
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} isBusy={form.isBusy}>
        Save address
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={address === null ? 'Add address' : 'Edit address'}
      width={560}
      footer={footer}
    >
      <form id={formId} className="stack" noValidate onSubmit={form.onSubmit}>
        {form.isRestored && <DraftStatus onDiscard={form.startOver} />}
        <AddressFields
          value={form.value}
          errors={form.errors}
          idPrefix={form.idPrefix}
          onChange={form.change}
        />
      </form>
    </Dialog>
  )
}
