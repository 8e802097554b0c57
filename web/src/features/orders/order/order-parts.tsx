import { addressLine } from '@rootsquare/contract/lib/address-format'
import type { OrderAddress } from '@rootsquare/contract/addresses'
import Copy from 'lucide-react/icons/copy'
import type { ReactNode } from 'react'
import { copyShown } from '#web/ui/layout/copy-text.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './order-parts.module.css'

type CopyButtonProps = {
  /** 'Copy reference' */
  label: string
  text: string
  /** 'Reference copied' */
  done: string
}

export function CopyButton({ label, text, done }: CopyButtonProps) {
  return (
    <IconButton label={label} onClick={() => void copyShown(text, done)}>
      <Copy size={18} strokeWidth={1.9} aria-hidden="true" />
    </IconButton>
  )
}

export function AddressList({ children }: { children: ReactNode }) {
  return <div className={classes.addresses}>{children}</div>
}

type AddressBlockProps = {
  title: string
  address: OrderAddress
  action?: ReactNode
  /** Shows the phone number as a link. */
  hasCalls?: boolean
}

export function AddressBlock({ title, address, action, hasCalls = false }: AddressBlockProps) {
  const { phoneNumber } = address
  return (
    <section className={`stack gap-6 ${classes.address}`} aria-label={title}>
      <div className={`row between ${classes.addressHead}`}>
        <h2 className={classes.title}>{title}</h2>
        {action}
      </div>
      <p className="breakable">{addressLine(address)}</p>
      {phoneNumber !== null && (
        <p className="small muted">Phone: {hasCalls ? <PhoneLink number={phoneNumber} /> : phoneNumber}</p>
      )}
    </section>
  )
}

export const partTitle = classes.title

export function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number}`} className="link">
      {number}
    </a>
  )
}
