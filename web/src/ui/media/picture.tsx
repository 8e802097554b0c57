import { formsOf } from '@rootsquare/contract/lib/picture-forms'
import { useCallback, useState, type ComponentProps, type ReactNode } from 'react'
import { useIsSavingData } from '#web/lib/browser/data-saver.ts'
import { sourcesOf, type Original, type Sources } from '#web/ui/media/picture-sources.ts'

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt'> & {
  /** The address of a picture or of its thumbnail, or a file of this device. */
  src: string | Blob | null
  alt: string
  /** The picture itself, where `src` is its thumbnail and a larger one may be needed. */
  original?: Original | undefined
  /** Its place is never wider than 120 pixels, so that the small form always fills it. */
  isSmall?: boolean
  /** The picture itself is shown, also on a device that saves data. */
  isWhole?: boolean
  /** Takes its place if there is none, it does not load, or only a large one is known on a device that saves data. */
  fallback?: ReactNode
}

/** Fills its box with a picture, unless another class is given. */
export function Picture(props: PictureProps) {
  const { src, alt, original, isSmall, isWhole = false, fallback = null, ...rest } = props
  const [broken, setBroken] = useState<string | Blob | null>(null)
  // A form may be missing where the picture itself is there.
  const [withoutForms, setWithoutForms] = useState<string | null>(null)
  const isSavingData = useIsSavingData() && !isWhole
  const showFile = useCallback(
    (image: HTMLImageElement) => {
      if (!(src instanceof Blob)) return
      const url = URL.createObjectURL(src)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [src],
  )
  if (src === null || src === broken) return fallback
  const sources = choose(src)
  if (sources === null) return fallback
  const { avif, ...shown } = sources

  function choose(from: string | Blob): Sources | null {
    if (from instanceof Blob) return {}
    if (from === withoutForms || isWhole) return { src: from }
    return sourcesOf({ src: from, original, isSmall, isSavingData })
  }

  function onError(): void {
    const hasForms = typeof src === 'string' && formsOf(src)?.webp
    if (hasForms && src !== withoutForms) setWithoutForms(src)
    else setBroken(src)
  }

  const image = (
    <img ref={showFile} className="cover-picture" {...rest} {...shown} alt={alt} onError={onError} />
  )
  if (avif === undefined) return image
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={rest.sizes} />
      {image}
    </picture>
  )
}
