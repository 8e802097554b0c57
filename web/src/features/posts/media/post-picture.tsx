import { MissingPicture, type Medium } from '#web/ui/media/medium.tsx'
import { Picture } from '#web/ui/media/picture.tsx'
import classes from './post-media.module.css'

type PostPictureProps = {
  medium: Medium
  alt: string
  sizes: string
  /** Whether it is the first picture of the page, which is loaded before all others. */
  isLead?: boolean
}

/** Small pictures are not enlarged beyond this factor. */
export const maxGrowth = 2

/** Fills its box with the picture, or with its description if the picture does not load. */
export function PostPicture({ medium, alt, sizes, isLead = false }: PostPictureProps) {
  const { thumbnail, url, width, height } = medium
  return (
    <Picture
      className={`cover-picture ${classes.picture}`}
      style={{ maxWidth: grown(width), maxHeight: grown(height) }}
      src={thumbnail ?? url}
      original={width && height ? { url, size: { width, height } } : undefined}
      sizes={sizes}
      alt={alt}
      width={width ?? undefined}
      height={height ?? undefined}
      loading={isLead ? 'eager' : 'lazy'}
      fetchPriority={isLead ? 'high' : 'auto'}
      decoding="async"
      fallback={<MissingPicture alt={alt} />}
    />
  )
}

function grown(side: number | null): number | undefined {
  return side === null ? undefined : side * maxGrowth
}
