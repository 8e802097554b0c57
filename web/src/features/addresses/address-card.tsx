import type { Address } from '@rootsquare/contract/addresses'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { envelopeText, streetText } from '#web/lib/format/address-text.ts'
import { copyShown } from '#web/ui/layout/copy-text.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './address-card.module.css'

type AddressCardProps = { address: Address; onEdit: () => void; onDelete: () => void }

const icon = { size: 20, strokeWidth: 1.9, 'aria-hidden': true } as const

export function AddressCard({ address, onEdit, onDelete }: AddressCardProps) {
  const street = streetText(address)
  return (
    <li className={['card', classes.card].join(' ')}>
      <div className={classes.head}>
        <h2 className={classes.street}>{street}</h2>
        <IconButton
          label={`Copy ${street}`}
          onClick={() => void copyShown(envelopeText(address), 'Address copied')}
        >
          <Copy {...icon} />
        </IconButton>
        <IconButton label={`Edit ${street}`} onClick={onEdit}>
          <Pencil {...icon} />
        </IconButton>
        <IconButton label={`Delete ${street}`} onClick={onDelete}>
          <Trash2 {...icon} />
        </IconButton>
      </div>
      {address.addressLine2 !== null && <p className={classes.second}>{address.addressLine2}</p>}
      <dl className={classes.facts}>
        <Fact name="State" value={address.city} />
        <Fact name="LGA" value={address.lga} />
        <Fact name="Postal code" value={address.postalCode} />
        <Fact name="Phone" value={address.phoneNumber} />
        <Fact name="Unit" value={address.unitNumber} />
      </dl>
    </li>
  )
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (value === null) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
