import type { Address } from '@rootsquare/contract/addresses'
import { useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { Fact, Facts } from '#web/entities/market/facts.tsx'
import { savedAddresses, unexpectedErrorText } from '#web/features/addresses/api.ts'
import { streetLine } from '@rootsquare/contract/lib/address-format'
import { envelopeText } from '#web/lib/format/address-text.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { copyShown } from '#web/ui/layout/copy-text.ts'
import classes from './saved-addresses.module.css'

type SavedAddressesProps = { onEdit: (address: Address) => void; onDelete: (address: Address) => void }

export function SavedAddresses({ onEdit, onDelete }: SavedAddressesProps) {
  const saved = useQuery(savedAddresses)
  const error = saved.isLoadingError ? serverMessage(saved.error, unexpectedErrorText) : null
  useErrorSnackbar(error, saved.errorUpdateCount)
  if (error !== null) return <ErrorCard text={error} onRetry={() => void saved.refetch()} />
  if (saved.data === undefined) return <RowsSkeleton label="Loading your addresses" count={3} />
  if (saved.data.length === 0)
    return (
      <div className={`card-box stack centered gap-2xs muted ${classes.empty}`}>
        <h2>No addresses found</h2>
        <p>You don&apos;t have any saved addresses.</p>
      </div>
    )
  return (
    <ul className="stack gap-s" aria-label="Saved addresses">
      <ListRows of={saved.data} rowKey={({ id }) => id}>
        {(address) => (
          <AddressCard address={address} onEdit={() => onEdit(address)} onDelete={() => onDelete(address)} />
        )}
      </ListRows>
    </ul>
  )
}

type AddressCardProps = { address: Address; onEdit: () => void; onDelete: () => void }

function AddressCard({ address, onEdit, onDelete }: AddressCardProps) {
  const street = streetLine(address)
  return (
    <li className={`card-box stack gap-2xs breakable ${classes.card}`}>
      <div className="display-flex">
        <h2 className={`grow text-m ${classes.street}`}>{street}</h2>
        <IconButton
          label={`Copy ${street}`}
          onClick={() => void copyShown(envelopeText(address), 'Address copied')}
          icon={Copy}
        />
        <IconButton label={`Edit ${street}`} onClick={onEdit} icon={Pencil} />
        <IconButton label={`Delete ${street}`} onClick={onDelete} icon={Trash2} />
      </div>
      {address.addressLine2 !== null && <p className={classes.second}>{address.addressLine2}</p>}
      <Facts>
        <Fact name="State">{address.city}</Fact>
        <Fact name="LGA">{address.lga}</Fact>
        <Fact name="Postal code">{address.postalCode}</Fact>
        <Fact name="Phone">{address.phoneNumber}</Fact>
        <Fact name="Unit">{address.unitNumber}</Fact>
      </Facts>
    </li>
  )
}
