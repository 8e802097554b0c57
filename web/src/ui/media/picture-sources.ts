import { formsOf, smallSide } from '@rootsquare/contract/lib/picture-forms'

export type Size = { width: number; height: number }
/** A larger form of a picture, and the size in pixels of the largest. */
export type Original = { url: string; size: Size }

type Wanted = {
  /** Of a picture or of its thumbnail. */
  src: string
  original?: Original | undefined
  isSmall?: boolean | undefined
  isSavingData: boolean
}
export type Sources = { src?: string; srcSet?: string | undefined; avif?: string | undefined }

/** What weighs so much needs no small form. */
export const lightKilobytes = 20

/**
 * Returns the files that a picture can be shown with, of which the browser takes the smallest that fills its place; null if
 * only a large one is known and the device saves data.
 */
export function sourcesOf({ src, original, isSmall, isSavingData }: Wanted): Sources | null {
  const forms = formsOf(src)
  const isThumbnail = /-(?:\d+|small)\.webp$/.test(src)
  if (!forms?.webp) {
    const isLight = isThumbnail || (forms !== null && forms.kilobytes <= lightKilobytes)
    if (isSavingData) return isLight ? { src } : null
    const larger = isThumbnail && original && choices([[src, thumbnailSide(src)]], original)
    return { src, srcSet: larger || undefined }
  }
  if (isSmall || isSavingData) return { src: forms.webp, avif: forms.avif ?? undefined }
  // Which of the files is wide enough is only known of thumbnails and of pictures whose size is.
  if (!isThumbnail && original === undefined) return { src }
  const others: Choice[] = isThumbnail ? [[src, thumbnailSide(src)]] : []
  const listed = (small: string) => choices([[small, smallSide], ...others], original)
  return { src, srcSet: listed(forms.webp), avif: forms.avif === null ? undefined : listed(forms.avif) }
}

type Choice = [url: string, longestSide: number]

/** Reads the longest side from the name. Names from before 2026-11-17 end with -small for 480 pixels. */
const thumbnailSide = (url: string) => Number(/-(\d+)\.webp$/.exec(url)?.[1] ?? 480)

function choices(small: Choice[], original?: Original): string {
  const { width, height } = original?.size ?? { width: Infinity, height: Infinity }
  const list = small.flatMap(([url, side]) => {
    const shrunk = original ? Math.round((width * side) / Math.max(width, height, side)) : side
    return shrunk < width ? [`${url} ${shrunk}w`] : []
  })
  if (original) list.push(`${original.url} ${width}w`)
  return list.join(', ')
}
