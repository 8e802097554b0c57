import { nairaText } from '@rootsquare/contract/lib/money'
import type { ReactNode } from 'react'
import { ItemThumbnail } from '#web/entities/items/item-thumbnail.tsx'
import classes from './trade-row.module.css'

export const tradeRowLink = 'strong breakable stretched-link'

type TradeRowProps = {
  image: string | null
  chip: ReactNode
  total: number
  menu?: ReactNode
  /** Its link has the class `tradeRowLink`, which makes the whole row a link. */
  children: ReactNode
}

/** Shows an order or a dispute in a list. */
export function TradeRow({ image, chip, total, menu, children }: TradeRowProps) {
  return (
    <li
      className={`card-box ${classes.row} positioned display-grid gap-xs-s items-center`}
      data-menu={menu !== undefined || undefined}
    >
      <ItemThumbnail image={image} size={72} />
      <div className={`${classes.text} display-grid gap-3xs`}>{children}</div>
      <div className={`${classes.end} display-grid gap-xs`}>
        {chip}
        <p className="bold tabular">{nairaText(total)}</p>
      </div>
      {menu && <div className={`${classes.menu} positioned`}>{menu}</div>}
    </li>
  )
}
