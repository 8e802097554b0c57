import type { Address } from '@rootsquare/contract/addresses'
import { useState } from 'react'
import { AddressDialog } from '#web/features/addresses/address-dialog.tsx'
import { DeleteAddressDialog } from '#web/features/addresses/delete-address-dialog.tsx'
import { SavedAddresses } from '#web/features/addresses/saved-addresses.tsx'
import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { Button } from '#web/ui/controls/button.tsx'

type Shown = { dialog: 'add' } | { dialog: 'edit' | 'delete'; address: Address }

export function AddressesPage() {
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown(null)
  return (
    <OrderPageFrame
      to="/settings"
      back="Back to settings"
      title="My Addresses"
      action={<Button onClick={() => setShown({ dialog: 'add' })}>Add address</Button>}
      width={680}
    >
      <SavedAddresses
        onEdit={(address) => setShown({ dialog: 'edit', address })}
        onDelete={(address) => setShown({ dialog: 'delete', address })}
      />
      {shown?.dialog === 'add' && <AddressDialog address={null} onClose={close} />}
      {shown?.dialog === 'edit' && <AddressDialog address={shown.address} onClose={close} />}
      {shown?.dialog === 'delete' && <DeleteAddressDialog address={shown.address} onClose={close} />}
    </OrderPageFrame>
  )
}
