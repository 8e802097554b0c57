import type { OrderAddress } from '@rootsquare/contract/addresses'
import { Link } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import MessageCircle from 'lucide-react/icons/message-circle'
import Package from 'lucide-react/icons/package'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { routes } from '#web/lib/navigation/route-names.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { copyShown } from '#web/ui/layout/copy-text.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './order-parts.module.css'

/** The picture has no text of its own because the item's name is beside it. */
export function OrderPicture({ image }: { image: string | null }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className={classes.picture}>
      {image === null || isBroken ? (
        <Package size={28} strokeWidth={1.6} aria-hidden="true" />
      ) : (
        <img src={image} alt="" width={72} height={72} loading="lazy" onError={() => setBroken(true)} />
      )}
    </span>
  )
}

/** Use it inside a `<dl className={factList}>`. */
export function OrderFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
export const factList = classes.facts

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

type AddressBlockProps = {
  title: string
  address: OrderAddress
  action?: ReactNode
  /** Shows the phone number as a link. */
  hasCalls?: boolean
}

export function AddressBlock({ title, address, action, hasCalls = false }: AddressBlockProps) {
  return (
    <section className={classes.address} aria-label={title}>
      <div className={classes.addressHead}>
        <h2>{title}</h2>
        {action}
      </div>
      <dl className={classes.facts}>
        <OrderFact name="Street number">{address.streetNumber}</OrderFact>
        <OrderFact name="Address line 1">{address.addressLine1}</OrderFact>
        {address.addressLine2 !== null && <OrderFact name="Address line 2">{address.addressLine2}</OrderFact>}
        {address.unitNumber !== null && <OrderFact name="Unit">{address.unitNumber}</OrderFact>}
        <OrderFact name="State">{address.city}</OrderFact>
        {address.lga !== '' && <OrderFact name="LGA">{address.lga}</OrderFact>}
        {address.postalCode !== null && <OrderFact name="Postal code">{address.postalCode}</OrderFact>}
        {address.phoneNumber !== null && (
          <OrderFact name="Phone">
            {hasCalls ? <PhoneLink number={address.phoneNumber} /> : address.phoneNumber}
          </OrderFact>
        )}
      </dl>
    </section>
  )
}

export function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number}`} className="link">
      {number}
    </a>
  )
}

type PersonBlockProps = {
  /** 'Seller' */
  title: string
  id: number | null
  /** The username if there is no other name. */
  name: string
  username: string
  image: string | null
  /** 'Message Seller'; null if the viewer may not write to them. */
  messageLabel: string | null
}

export function PersonBlock({ title, id, name, username, image, messageLabel }: PersonBlockProps) {
  return (
    <div className={classes.person}>
      <Avatar name={name} image={image} size={44} />
      <div className={classes.who}>
        <p className={classes.role}>{title}</p>
        {id === null ? (
          <p className={classes.name}>{name}</p>
        ) : (
          <Link to="/u/$username" params={{ username }} className={classes.name}>
            {name}
          </Link>
        )}
      </div>
      {id !== null && messageLabel !== null && (
        <Link to={routes.MessagePage} params={{ receipientId: String(id) }} className={classes.message}>
          <MessageCircle size={20} strokeWidth={1.9} aria-hidden="true" />
          {messageLabel}
        </Link>
      )}
    </div>
  )
}
