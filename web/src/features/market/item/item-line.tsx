import type { Item } from '@rootsquare/contract/market'
import { nairaText } from '@rootsquare/contract/money'
import { Link } from '@tanstack/react-router'
import Package from 'lucide-react/icons/package'
import { useState } from 'react'
import classes from './item-line.module.css'

export function ItemLine({ item }: { item: Item }) {
  return (
    <Link to="/marketplace" search={{ item: item.id }} className={classes.line}>
      <ItemPicture image={item.thumbnailUrl ?? item.imageUrl} />
      <span className={classes.text}>
        <span className={classes.name}>{item.name}</span>
        <span className={classes.price}>{nairaText(item.price)}</span>
        {item.stock <= 0 && <span className={classes.mark}>Out Of Stock</span>}
      </span>
    </Link>
  )
}

/** The picture has no text of its own because the item's name is beside it. */
function ItemPicture({ image }: { image: string | null }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className={classes.picture}>
      {image === null || isBroken ? (
        <Package size={24} strokeWidth={1.6} aria-hidden="true" />
      ) : (
        <img src={image} alt="" width={60} height={60} loading="lazy" onError={() => setBroken(true)} />
      )}
    </span>
  )
}
