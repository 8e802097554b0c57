import type { Address } from '@rootsquare/contract/addresses'
import { useState } from 'react'
import { AddressDialog } from '#web/features/addresses/address-dialog.tsx'
import { DeleteAddressDialog } from '#web/features/addresses/delete-address-dialog.tsx'
import { SavedAddresses } from '#web/features/addresses/saved-addresses.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './addresses-page.module.css'

type Shown = { dialog: 'add' } | { dialog: 'edit' | 'delete'; address: Address }

export function AddressesPage() {
  const session = useSession()
  const [shown, setShown] = useState<Shown | null>(null)
  usePageTitle('My Addresses')
  // For one render after the session has ended, until the guard redirects.
  if (session === null) return null
  const close = () => setShown(null)
  const dialog = { memberId: session.userId, onClose: close }
  return (
    <OrderPageFrame
      to="/settings"
      back="Back to settings"
      title="My Addresses"
      action={<Button onClick={() => setShown({ dialog: 'add' })}>Add address</Button>}
      className={classes.page}
    >
      <SavedAddresses
        onEdit={(address) => setShown({ dialog: 'edit', address })}
        onDelete={(address) => setShown({ dialog: 'delete', address })}
      />
      {shown?.dialog === 'add' && <AddressDialog {...dialog} address={null} />}
      {shown?.dialog === 'edit' && <AddressDialog {...dialog} address={shown.address} />}
      {shown?.dialog === 'delete' && <DeleteAddressDialog {...dialog} address={shown.address} />}
    </OrderPageFrame>
  )
}
