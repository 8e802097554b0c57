import type { Address } from '@rootsquare/contract/addresses'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { AddressDialog } from '#web/features/addresses/address-dialog.tsx'
import { DeleteAddressDialog } from '#web/features/addresses/delete-address-dialog.tsx'
import { SavedAddresses } from '#web/features/addresses/saved-addresses.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import own from './addresses-page.module.css'
import classes from '#web/pages/orders/orders-page.module.css'

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
    <div className={[classes.page, own.page].join(' ')}>
      <Link to="/settings" className={classes.back}>
        <ArrowLeft size={20} strokeWidth={1.9} aria-hidden="true" />
        Back to settings
      </Link>
      <div className={[classes.head, own.head].join(' ')}>
        <h1 className={['display', classes.title].join(' ')}>My Addresses</h1>
        <Button onClick={() => setShown({ dialog: 'add' })}>Add address</Button>
      </div>
      <SavedAddresses
        onEdit={(address) => setShown({ dialog: 'edit', address })}
        onDelete={(address) => setShown({ dialog: 'delete', address })}
      />
      {shown?.dialog === 'add' && <AddressDialog {...dialog} address={null} />}
      {shown?.dialog === 'edit' && <AddressDialog {...dialog} address={shown.address} />}
      {shown?.dialog === 'delete' && <DeleteAddressDialog {...dialog} address={shown.address} />}
    </div>
  )
}
