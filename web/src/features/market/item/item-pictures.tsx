import type { Item } from '@rootsquare/contract/trade/market'
import Package from 'lucide-react/icons/package'
import { useState, type ComponentType } from 'react'
import type { PictureViewerProps } from '#web/entities/market/picture-viewer.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './item-pictures.module.css'

type ItemPicturesProps = { item: Item; PictureViewer: ComponentType<PictureViewerProps> }

export function ItemPictures({ item, PictureViewer }: ItemPicturesProps) {
  const { name, imageUrl, images, sellerUsername } = item
  const pictures = imageUrl === null ? images : [imageUrl, ...images]
  const [at, setAt] = useState(0)
  const [isLarge, setLarge] = useState(false)
  const first = Math.min(at, pictures.length - 1)
  const picture = pictures[first]
  return (
    <div className={classes.side}>
      {picture === undefined ? (
        <MissingPicture />
      ) : (
        <button
          type="button"
          className={`plain ${classes.picture}`}
          aria-label="Enlarge picture"
          onClick={() => setLarge(true)}
        >
          <Picture key={picture} address={picture} alt={name} />
        </button>
      )}
      {pictures.length > 1 && (
        <ul className={`row wrap rigid ${classes.strip}`} aria-label="Pictures">
          {pictures.map((address, index) => (
            <li key={address}>
              <button
                type="button"
                className={`plain ${classes.small}`}
                aria-label={`Picture ${index + 1}`}
                aria-pressed={index === first}
                onClick={() => setAt(index)}
              >
                <Picture address={address} alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isLarge && (
        <PictureViewer
          pictures={pictures}
          first={first}
          name={name}
          by={`@${sellerUsername}`}
          onClose={() => setLarge(false)}
        />
      )}
    </div>
  )
}

function Picture({ address, alt }: { address: string; alt: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <MissingPicture />
  return <img className="cover" src={address} alt={alt} onError={() => setBroken(true)} />
}

function MissingPicture() {
  return (
    <span className={classes.missing}>
      <Icon of={Package} size="l" />
    </span>
  )
}
