import Package from 'lucide-react/icons/package'
import { Picture } from '#web/ui/media/picture.tsx'
import classes from './item-thumbnail.module.css'

const largestIcon = 40

/** The picture has no text of its own because the item's name is beside it. */
export function ItemThumbnail({ image, size }: { image: string | null; size: number }) {
  const box = { width: size, height: size }
  const iconSize = Math.min(Math.floor(size * 0.4), largestIcon)
  const icon = <Package size={iconSize} strokeWidth={1.6} aria-hidden="true" />
  return (
    <span className={`center-content ${classes.picture} clip on-tint faint`} style={box}>
      <Picture src={image} isSmall alt="" {...box} loading="lazy" fallback={icon} />
    </span>
  )
}
