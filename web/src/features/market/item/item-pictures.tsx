import type { Item } from '@rootsquare/contract/trade/market'
import Package from 'lucide-react/icons/package'
import { useState } from 'react'
import { Icon } from '#web/ui/layout/icon.tsx'
import { pictureOf } from '#web/ui/media/medium.tsx'
import { Picture } from '#web/ui/media/picture.tsx'
import { useLightbox } from '#web/ui/media/use-lightbox.tsx'
import classes from './item-pictures.module.css'

const missing = (
  <span className={`${classes.missing} center-content fill full-width`}>
    <Icon of={Package} size="l" />
  </span>
)

export function ItemPictures({ item: { name, imageUrl, images, sellerUsername } }: { item: Item }) {
  const pictures = imageUrl === null ? images : [imageUrl, ...images]
  const [at, setAt] = useState(0)
  const { lightbox, openLightbox } = useLightbox()
  const first = Math.min(at, pictures.length - 1)
  const picture = pictures[first]
  const media = pictures.map((url) => pictureOf(url, name))
  const enlarge = () => openLightbox({ label: `Pictures of ${name}`, media, first, by: `@${sellerUsername}` })

  return (
    <div className={`${classes.side} positioned display-flex column min-height-0`}>
      {picture === undefined ? (
        missing
      ) : (
        <button
          type="button"
          className={`plain-control ${classes.picture}`}
          aria-label="Enlarge picture"
          onClick={enlarge}
        >
          <Picture key={picture} src={picture} alt={name} fallback={missing} />
        </button>
      )}
      {pictures.length > 1 && (
        <ul className="flex-row wrap rigid pad-s-m on-surface" aria-label="Pictures">
          {pictures.map((address, index) => (
            <li key={address}>
              <button
                type="button"
                className={`plain-control ${classes.small} display-block clip radius-s on-tint`}
                aria-label={`Picture ${index + 1}`}
                aria-pressed={index === first}
                onClick={() => setAt(index)}
              >
                <Picture src={address} alt="" fallback={missing} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {lightbox}
    </div>
  )
}
