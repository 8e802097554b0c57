import type { CartLine } from '@rootsquare/contract/cart'
import { nairaText } from '@rootsquare/contract/money'
import { Link } from '@tanstack/react-router'
import Package from 'lucide-react/icons/package'
import Trash2 from 'lucide-react/icons/trash-2'
import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useChangeLine } from '#web/entities/cart/cart-api.ts'
import { priceChange, unavailableText } from '#web/features/cart/line-labels.ts'
import { lineTotal } from '#web/features/cart/shown-cart.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'
import { Stepper } from '#web/ui/controls/stepper.tsx'
import classes from './cart-row.module.css'

type CartRowProps = { line: CartLine; onRemoved: (text: string) => void }

export function CartRow({ line, onRemoved }: CartRowProps) {
  const { mutate } = useChangeLine(line, onRemoved)
  const { id: lineId, itemId, name, available, isOnSale } = line
  const want = (count: number) => mutate({ itemId, lineId, count })
  const row = useRef<HTMLLIElement>(null)
  useFocusPassedOn(row)
  return (
    <li ref={row} className={classes.row} data-short={!available || undefined}>
      <LinePicture image={line.thumbnailUrl ?? line.imageUrl} />
      <LineText line={line} />
      {isOnSale ? (
        <Stepper name={name} count={line.count} most={line.stock} onChange={want} />
      ) : (
        <p className={classes.count}>
          <span className="sr-only">Quantity </span>
          {line.count}
        </p>
      )}
      <p className={classes.total}>
        {available && (
          <>
            <span className="sr-only">Together </span>
            {nairaText(lineTotal(line))}
          </>
        )}
      </p>
      <IconButton label={`Delete ${name}`} onClick={() => want(0)}>
        <Trash2 size={20} strokeWidth={1.9} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** When a line is deleted, the focus moves to the same button of its neighbour, so that the cart can be emptied by keyboard. */
function useFocusPassedOn(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = row.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      const neighbour = own.nextElementSibling ?? own.previousElementSibling
      const button = neighbour?.querySelector<HTMLElement>(':scope > button')
      if (button) button.focus({ preventScroll: true })
      else focusContent()
    }
  }, [row])
}

function LineText({ line }: { line: CartLine }) {
  const error = unavailableText(line)
  const change = priceChange(line)
  return (
    <div className={classes.text}>
      <Link to="/marketplace" search={{ item: line.itemId }} className={classes.name}>
        {line.name}
      </Link>
      <p className={classes.price}>{nairaText(line.price)} each</p>
      {error !== null && <p className={classes.error}>{error}</p>}
      {change !== null && <p className={classes.change}>{change}</p>}
    </div>
  )
}

/** The picture has no text of its own because the item's name is beside it. */
function LinePicture({ image }: { image: string | null }) {
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
