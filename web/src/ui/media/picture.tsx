import { useCallback, useState, type ComponentProps, type ReactNode } from 'react'

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'alt'> & {
  /** An address, or a file of this device. */
  src: string | Blob | null
  alt: string
  /** Takes its place if there is none or it does not load. */
  fallback?: ReactNode
}

/** Fills its box with a picture, unless another class is given. */
export function Picture({ src, alt, fallback = null, ...props }: PictureProps) {
  const [broken, setBroken] = useState<string | Blob | null>(null)
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
  return (
    <img
      ref={showFile}
      className="cover-picture"
      {...props}
      src={src instanceof Blob ? undefined : src}
      alt={alt}
      onError={() => setBroken(src)}
    />
  )
}
