import type { Address } from '@rootsquare/contract/addresses'
import { useQuery } from '@tanstack/react-query'
import { AddressCard } from '#web/features/addresses/address-card.tsx'
import { savedAddresses, unexpected } from '#web/features/addresses/api.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './saved-addresses.module.css'

type SavedAddressesProps = { onEdit: (address: Address) => void; onDelete: (address: Address) => void }

export function SavedAddresses({ onEdit, onDelete }: SavedAddressesProps) {
  const saved = useQuery(savedAddresses())
  const error = saved.isLoadingError ? serverMessage(saved.error, unexpected) : null
  useErrorSnackbar(error, saved.errorUpdateCount)
  if (error !== null) return <ErrorCard text={error} onRetry={() => void saved.refetch()} />
  if (saved.data === undefined) return <RowsSkeleton label="Loading your addresses" count={3} />
  if (saved.data.length === 0)
    return (
      <div className={['card', classes.empty].join(' ')}>
        <h2>No addresses found</h2>
        <p>You don&apos;t have any saved addresses.</p>
      </div>
    )
  return (
    <ul className={classes.list} aria-label="Saved addresses">
      {saved.data.map((address) => (
        <AddressCard
          key={address.id}
          address={address}
          onEdit={() => onEdit(address)}
          onDelete={() => onDelete(address)}
        />
      ))}
    </ul>
  )
}
