import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ImageIcon from 'lucide-react/icons/image'
import X from 'lucide-react/icons/x'
import { useCallback, useRef, useState } from 'react'
import type { AdPicture } from '#web/features/market/publish/ad-picture.ts'
import { useNeighbourFocus } from '#web/entities/items/use-neighbour-focus.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ProgressRing } from '#web/ui/feedback/progress-ring.tsx'
import classes from './ad-pictures.module.css'

type AdTileProps = {
  picture: AdPicture
  position: number
  count: number
  onRetry: () => void
  onRemove: (button: HTMLElement) => void
  onMove: (by: -1 | 1, button: HTMLElement) => void
}

const icon = { size: 18, strokeWidth: 2.2, 'aria-hidden': 'true' } as const

export function AdTile({ picture, position, count, onRetry, onRemove, onMove }: AdTileProps) {
  const { progress } = picture
  const name = `picture ${position}`
  const tile = useRef<HTMLLIElement>(null)
  useNeighbourFocus(tile)

  // The pressed button goes with the error, so the focus moves on.
  function retry(): void {
    tile.current?.querySelector<HTMLElement>('[data-remove]')?.focus()
    onRetry()
  }

  return (
    <li ref={tile} className={['stack gap-4', classes.tile].join(' ')}>
      <div className={classes.frame}>
        <Preview picture={picture} alt={position === 1 ? '' : `Picture ${position}`} />
        {progress.is === 'pending' && (
          <ProgressRing label={`Uploading ${name}`} share={Math.min(progress.share, 0.99)} />
        )}
        {position === 1 && <span className={['small', classes.main].join(' ')}>Main picture</span>}
      </div>
      {progress.is === 'failed' && (
        <div className={['stack gap-6 error-text breakable', classes.failed].join(' ')} role="alert">
          <p>
            <CircleAlert size={16} strokeWidth={2} aria-hidden="true" /> {progress.reason}
          </p>
          <Button variant="outline" aria-label={`Retry the upload of ${name}`} onClick={retry}>
            Retry
          </Button>
        </div>
      )}
      <div className={classes.actions}>
        {count > 1 && (
          <>
            <Move label={`Move ${name} earlier`} isAtEnd={position === 1} by={-1} onMove={onMove} />
            <Move label={`Move ${name} later`} isAtEnd={position === count} by={1} onMove={onMove} />
          </>
        )}
        <IconButton
          label={`Remove ${name}`}
          data-remove
          onClick={({ currentTarget }) => onRemove(currentTarget)}
        >
          <X {...icon} />
        </IconButton>
      </div>
    </li>
  )
}

type MoveProps = { label: string; isAtEnd: boolean; by: -1 | 1; onMove: AdTileProps['onMove'] }

function Move({ label, isAtEnd, by, onMove }: MoveProps) {
  const Icon = by === -1 ? ArrowLeft : ArrowRight
  return (
    <IconButton
      label={label}
      aria-disabled={isAtEnd || undefined}
      onClick={({ currentTarget }) => onMove(by, currentTarget)}
    >
      <Icon {...icon} />
    </IconButton>
  )
}

function Preview({ picture: { file, progress }, alt }: { picture: AdPicture; alt: string }) {
  const [isBroken, setBroken] = useState(false)
  const show = useCallback(
    (image: HTMLImageElement) => {
      if (file === null) return
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  const giveUp = () => setBroken(true)
  if (isBroken)
    return (
      <span className={classes.plain}>
        <ImageIcon size={28} strokeWidth={1.8} aria-hidden="true" />
        No preview
      </span>
    )
  if (file !== null) return <img ref={show} className="cover" alt={alt} onError={giveUp} />
  const saved = progress.is === 'done' ? progress.saved : null
  return <img className="cover" src={saved?.thumbnail ?? saved?.url} alt={alt} onError={giveUp} />
}
