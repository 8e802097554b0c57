import type { Item } from '@rootsquare/contract/trade/market'
import { nairaText } from '@rootsquare/contract/lib/money'
import { Link } from '@tanstack/react-router'
import { ItemThumbnail } from '#web/entities/items/item-thumbnail.tsx'
import classes from './item-line.module.css'

export function ItemLine({ item }: { item: Item }) {
  return (
    <Link
      to="/marketplace"
      search={{ item: item.id }}
      className={`flex-row gap-s ${classes.line} inner-ring hover-mark pad-xs-m`}
    >
      <ItemThumbnail image={item.thumbnailUrl ?? item.imageUrl} size={60} />
      <span className="grow display-grid">
        <span className="breakable clamped">{item.name}</span>
        <span className="bold tabular">{nairaText(item.price)}</span>
        {item.stock <= 0 && <span className="text-xs muted">Out Of Stock</span>}
      </span>
    </Link>
  )
}
