import type { PostMedium } from '@rootsquare/contract/posts'
import Play from 'lucide-react/icons/play'
import { useState, type CSSProperties, type ReactNode, type UIEvent } from 'react'
import { maxGrowth, PostPicture } from '#web/features/posts/media/post-picture.tsx'
import { isSavingData } from '#web/lib/browser/data-saver.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { altOf, type Medium } from '#web/ui/media/medium.tsx'
import { useLightbox } from '#web/ui/media/use-lightbox.tsx'
import { VideoPlayer } from '#web/ui/media/video-player.tsx'
import classes from './post-media.module.css'

type PostMediaProps = { media: PostMedium[]; by: string; isWhole: boolean; isLead?: boolean }

const maxShown = 4
const phone = '(max-width: 767px)'
const sizes = {
  whole: `${phone} 100vw, 552px`,
  half: `${phone} 50vw, 276px`,
  large: `${phone} 67vw, 368px`,
  small: `${phone} 33vw, 184px`,
}
/** Ratios of width to height. A feed cuts taller or wider pictures to these, and the lightbox shows them uncut. */
const feedRatios = { from: 4 / 5, to: 3 }
const pageRatios = { from: 1 / 2, to: 3 }
const unknownRatio = 4 / 3
/** Gives a tiny picture a frame that is large enough for a finger. */
const minHeight = 96

export function PostMedia({ media: postMedia, by, isWhole, isLead = false }: PostMediaProps) {
  const { lightbox, openLightbox } = useLightbox()
  const isPhone = useMediaQuery(phone)
  const media = postMedia.map(({ postImage, ...medium }) => ({ ...medium, url: postImage }))
  const [first] = media
  if (first === undefined) return null

  const isStrip = isWhole && isPhone && media.length > 1
  const isColumn = isWhole || media.length === 1
  const shown = isWhole ? media : media.slice(0, maxShown)
  const hidden = media.length - shown.length
  const cells = shown.map((medium, at) => (
    <div
      key={medium.url}
      className={`positioned ${classes.cell} shrinkable min-height-0 clip on-tint`}
      style={isColumn && !isStrip ? boxOf(medium, isWhole) : undefined}
    >
      {isColumn && medium.type === 'video' ? (
        <VideoPlayer medium={medium} label={altOf(medium, by)} />
      ) : (
        <Tile
          medium={medium}
          by={by}
          sizes={sizeOf(at, isColumn ? 1 : shown.length)}
          more={at === shown.length - 1 ? hidden : 0}
          isLead={isLead && at === 0}
          onOpen={() => openLightbox({ label: `Pictures and videos by ${by}`, media, first: at, by })}
        />
      )}
    </div>
  ))
  if (isStrip)
    return (
      <>
        <MediaStrip ratio={ratioOf(first, feedRatios)}>{cells}</MediaStrip>
        {lightbox}
      </>
    )
  return (
    <div
      className={`${classes.media} display-grid gap-2xs clip radius-m`}
      data-shape={isColumn ? 'column' : shown.length}
      data-whole={isWhole || undefined}
    >
      {cells}
      {lightbox}
    </div>
  )
}

type TileProps = {
  medium: Medium
  by: string
  sizes: string
  more: number
  isLead: boolean
  onOpen: () => void
}

function Tile({ medium, by, sizes: width, more, isLead, onOpen }: TileProps) {
  const isVideo = medium.type === 'video'
  // A video has no larger picture than its poster.
  const poster = { ...medium, url: medium.thumbnail ?? '', width: null, height: null }
  const alt = altOf(medium, by)
  return (
    <button
      type="button"
      className={`plain-control cover-picture ${classes.tile}`}
      onClick={({ currentTarget }) => {
        // Some browsers do not focus a pressed button, and then the focus could not return to it.
        currentTarget.focus()
        onOpen()
      }}
    >
      {!isVideo && <PostPicture medium={medium} alt={alt} sizes={width} isLead={isLead} />}
      {isVideo && medium.thumbnail !== null && <PostPicture medium={poster} alt={alt} sizes={width} />}
      {isVideo && medium.thumbnail === null && (
        <>
          <video
            className="cover-picture"
            src={medium.url}
            preload={isSavingData() ? 'none' : 'metadata'}
            muted
            playsInline
            aria-hidden="true"
            tabIndex={-1}
          />
          <span className="sr-only">{alt}</span>
        </>
      )}
      {isVideo && more === 0 && (
        <span className={classes.play}>
          <Icon of={Play} size="l" isFilled />
        </span>
      )}
      {more > 0 && (
        <span className={classes.more}>
          +{more}
          <span className="sr-only"> more</span>
        </span>
      )}
    </button>
  )
}

function boxOf(medium: Medium, isWhole: boolean): CSSProperties {
  const { height } = medium
  const most = height ? { maxHeight: Math.max(minHeight, height * maxGrowth) } : {}
  return { aspectRatio: ratioOf(medium, isWhole ? pageRatios : feedRatios), ...most }
}

function ratioOf({ width, height }: Medium, { from, to }: typeof feedRatios): number {
  const ratio = width && height ? width / height : unknownRatio
  return Math.min(to, Math.max(from, ratio))
}

function sizeOf(at: number, count: number): string {
  if (count === 1) return sizes.whole
  if (count === 2) return sizes.half
  return at === 0 ? sizes.large : sizes.small
}

type MediaStripProps = { ratio: number; children: ReactNode[] }

/** Shows the media side by side for swiping on a phone, so that the content below stays in sight. */
function MediaStrip({ ratio, children }: MediaStripProps) {
  const [at, setAt] = useState(0)
  const style: CSSProperties = { aspectRatio: ratio }

  function onScroll({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>): void {
    setAt(Math.round(scrollLeft / Math.max(1, clientWidth)))
  }

  return (
    <div className="positioned">
      <div
        className={`full-width ${classes.strip} display-flex gap-2xs`}
        style={style}
        data-shape="strip"
        onScroll={onScroll}
      >
        {children}
      </div>
      <span className={`amount text-xs strong full-radius ${classes.position}`} aria-hidden="true">
        {at + 1} / {children.length}
      </span>
    </div>
  )
}
