import ImageOff from 'lucide-react/icons/image-off'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './media.module.css'

/** A picture or a video. A thumbnail and a size are known for what members uploaded with them. */
export type Medium = {
  type: 'image' | 'video'
  url: string
  thumbnail: string | null
  width: number | null
  height: number | null
  alt: string | null
}

export function pictureOf(url: string, alt: string): Medium {
  return { type: 'image', url, thumbnail: null, width: null, height: null, alt }
}

export function altOf({ alt, type }: Medium, by: string): string {
  return alt || `${type === 'video' ? 'Video' : 'Picture'} by ${by}`
}

export function MissingPicture({ alt }: { alt: string }) {
  return (
    <span className={`stack gap-xs centered text-xs muted breakable ${classes.missing} pad-s clip on-tint`}>
      <Icon of={ImageOff} size="l" />
      <span dir="auto">{alt}</span>
    </span>
  )
}
