import Package from 'lucide-react/icons/package'
import { useState } from 'react'
import classes from './item-thumbnail.module.css'

const largestIcon = 40

/** The picture has no text of its own because the item's name is beside it. */
export function ItemThumbnail({ image, size }: { image: string | null; size: number }) {
  const [isBroken, setBroken] = useState(false)
  const box = { width: size, height: size }
  return (
    <span className={`center-content ${classes.picture} clip on-tint faint`} style={box}>
      {image === null || isBroken ? (
        <Package size={Math.min(Math.floor(size * 0.4), largestIcon)} strokeWidth={1.6} aria-hidden="true" />
      ) : (
        <img
          className="cover-picture"
          src={image}
          alt=""
          {...box}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
