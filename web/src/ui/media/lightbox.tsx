import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useEffect, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { isSavingData } from '#web/lib/browser/data-saver.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { LightboxPicture } from '#web/ui/media/lightbox-picture.tsx'
import { altOf, type Medium } from '#web/ui/media/medium.tsx'
import { useSwipes } from '#web/ui/media/use-swipes.ts'
import { VideoPlayer } from '#web/ui/media/video-player.tsx'
import { Overlay } from '#web/ui/overlays/overlay.tsx'
import classes from './lightbox.module.css'

export type LightboxProps = {
  /** The accessible name. */
  label: string
  media: Medium[]
  first: number
  by: string
  onClose: () => void
}

/** Shows one medium at a time, as large as the screen. Back, Esc, a swipe down and a press beside it close it. */
export function Lightbox({ label, media, first, by, onClose }: LightboxProps) {
  const [at, setAt] = useState(first)
  const [isZoomed, setZoomed] = useState(false)
  const medium = media[at]
  useNeighbours(media, at)
  if (medium === undefined) return null

  function showMedium(next: number): void {
    const to = media[next]
    if (to === undefined || next === at) return
    setZoomed(false)
    setAt(next)
    announce('live-polite', `${positionText(media, next)}: ${altOf(to, by)}`)
  }

  function onKeyDown(event: KeyboardEvent): void {
    // A focused video uses the same keys to seek.
    if (event.target instanceof HTMLVideoElement || event.ctrlKey || event.metaKey || event.altKey) return
    const next = targetOf(event.key, at, media.length)
    if (next === null) return
    event.preventDefault()
    showMedium(next)
  }

  const isPicture = medium.type === 'image'
  return (
    <Overlay kind="screen" aria-label={label} className={classes.box} onClose={onClose} onKeyDown={onKeyDown}>
      <div className={`flex-row gap-2xs ${classes.bar}`}>
        <p className="grow amount semibold">{positionText(media, at)}</p>
        {isPicture && (
          <IconButton
            label={isZoomed ? 'Zoom out' : 'Zoom in'}
            className={classes.button}
            onClick={() => setZoomed(!isZoomed)}
            icon={isZoomed ? ZoomOut : ZoomIn}
          />
        )}
        <IconButton label="Close" className={classes.button} onClick={onClose} icon={X} />
      </div>
      <Turning isStill={isZoomed} onSwipe={(step) => (step === 'down' ? onClose() : showMedium(at + step))}>
        <PictureArea
          key={at}
          medium={medium}
          label={altOf(medium, by)}
          isZoomed={isZoomed}
          onZoom={() => setZoomed(!isZoomed)}
          onClose={onClose}
        />
        {media.length > 1 && <Steps at={at} last={media.length - 1} onStep={showMedium} />}
      </Turning>
    </Overlay>
  )
}

type TurningProps = { isStill: boolean; onSwipe: (step: -1 | 1 | 'down') => void; children: ReactNode }

/** Handles swipes. It also contains the arrows, since a swipe may start on one. */
function Turning({ isStill, onSwipe, children }: TurningProps) {
  const swipes = useSwipes(onSwipe)
  return (
    <div className={classes.turning} data-still={isStill || undefined} {...(isStill ? {} : swipes)}>
      {children}
    </div>
  )
}

type PictureAreaProps = {
  medium: Medium
  label: string
  isZoomed: boolean
  onZoom: () => void
  onClose: () => void
}

function PictureArea({ medium, label, isZoomed, onZoom, onClose }: PictureAreaProps) {
  return (
    <figure className={classes.figure}>
      <div
        className={classes.area}
        data-moves
        data-zoomed={isZoomed || undefined}
        {...(isZoomed
          ? { tabIndex: 0, role: 'region', 'aria-label': 'The picture, enlarged' }
          : { onClick: (event: MouseEvent) => isBesidePicture(event) && onClose() })}
        onDoubleClick={medium.type === 'image' ? onZoom : undefined}
      >
        {medium.type === 'video' && <VideoPlayer medium={medium} label={label} />}
        {medium.type === 'image' && <LightboxPicture medium={medium} label={label} />}
      </div>
      {medium.alt && (
        <figcaption className={`breakable ${classes.alt}`} dir="auto">
          {medium.alt}
        </figcaption>
      )}
    </figure>
  )
}

/** The element of a picture fills the area, and the picture is shown in the middle of it. */
function isBesidePicture({ target, clientX, clientY }: MouseEvent): boolean {
  if (!(target instanceof HTMLImageElement)) return false
  const { left, top, width, height } = target.getBoundingClientRect()
  const scale = Math.min(width / target.naturalWidth, height / target.naturalHeight)
  const isWithin = (distance: number, size: number) => Math.abs(distance) <= (size * scale) / 2
  const isAcross = isWithin(clientX - left - width / 2, target.naturalWidth)
  return !isAcross || !isWithin(clientY - top - height / 2, target.naturalHeight)
}

const stepClass = `${classes.button} ${classes.step}`

type StepsProps = { at: number; last: number; onStep: (to: number) => void }

/** Renders the arrows. At either end the button is disabled but stays, so that it keeps the focus. */
function Steps({ at, last, onStep }: StepsProps) {
  return (
    <>
      <IconButton
        label="Previous"
        className={stepClass}
        aria-disabled={at === 0 || undefined}
        onClick={() => onStep(at - 1)}
        icon={ChevronLeft}
      />
      <IconButton
        label="Next"
        className={stepClass}
        aria-disabled={at === last || undefined}
        onClick={() => onStep(at + 1)}
        icon={ChevronRight}
      />
    </>
  )
}

function positionText(media: Medium[], at: number): string {
  return `${media[at]?.type === 'video' ? 'Video' : 'Picture'} ${at + 1} of ${media.length}`
}

function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowLeft') return at - 1
  if (key === 'ArrowRight') return at + 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Loads the pictures next to the current one before the reader goes there. */
function useNeighbours(media: Medium[], at: number): void {
  const [next, previous] = [media[at + 1], media[at - 1]].map((one) =>
    one?.type === 'image' ? one.url : undefined,
  )
  useEffect(() => {
    if (isSavingData()) return
    for (const url of [next, previous]) if (url !== undefined) new Image().src = url
  }, [next, previous])
}
