import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { largestFrame, maxZoom, moveFrame, zoomFrame, zoomOf } from '#web/entities/uploads/crop-frame.ts'
import type { Frame, Point } from '#web/entities/uploads/crop-frame.ts'
import { useCropGestures } from '#web/entities/uploads/crop-gestures.ts'
import { pictureKinds, type PictureKind } from '#web/entities/uploads/picture-kinds.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './crop.module.css'

const step = 0.04
const zoomStep = 1.15
const directions = [
  { name: 'left', key: 'ArrowLeft', by: { x: step, y: 0 }, icon: ArrowLeft },
  { name: 'right', key: 'ArrowRight', by: { x: -step, y: 0 }, icon: ArrowRight },
  { name: 'up', key: 'ArrowUp', by: { x: 0, y: step }, icon: ArrowUp },
  { name: 'down', key: 'ArrowDown', by: { x: 0, y: -step }, icon: ArrowDown },
] as const

type CropDialogProps = {
  picture: HTMLImageElement
  kind: PictureKind
  isBusy: boolean
  onClose: () => void
  onCrop: (frame: Frame) => void
}

/** Crops a picture. Keys and buttons can do everything that touch can do. */
export function CropDialog({ picture, kind, isBusy, onClose, onCrop }: CropDialogProps) {
  const size = { width: picture.naturalWidth, height: picture.naturalHeight }
  const [frame, setFrame] = useState(() => largestFrame(size, pictureKinds[kind].aspect))
  const move = (by: Point) => setFrame((before) => moveFrame(before, size, by))
  const zoomBy = (factor: number, at?: Point) =>
    setFrame((before) => zoomFrame(before, size, zoomOf(before, size) * factor, at))
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button isBusy={isBusy} onClick={() => onCrop(frame)}>
        Use picture
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={titleFor(kind)} width={560} footer={footer}>
      <CropArea picture={picture} kind={kind} frame={frame} onMove={move} onZoom={zoomBy} />
      <div className={`flex-row wrap ${classes.tools}`}>
        <div className={`flex-row gap-xs ${classes.zoom}`}>
          <Tool name="Zoom out" onClick={() => zoomBy(1 / zoomStep)} icon={Minus} />
          <input
            type="range"
            aria-label="Zoom"
            aria-valuetext={`${Math.round(zoomOf(frame, size) * 100)} %`}
            min={1}
            max={maxZoom}
            step={0.05}
            value={zoomOf(frame, size)}
            onChange={(event) => setFrame(zoomFrame(frame, size, event.currentTarget.valueAsNumber))}
          />
          <Tool name="Zoom in" onClick={() => zoomBy(zoomStep)} icon={Plus} />
        </div>
        <div className="flex-row gap-3xs">
          {directions.map(({ name, by, icon }) => (
            <Tool key={name} name={`Move ${name}`} onClick={() => move(by)} icon={icon} />
          ))}
        </div>
      </div>
    </Dialog>
  )
}

function titleFor(kind: PictureKind): string {
  const { whose, name } = pictureKinds[kind]
  return `Crop ${whose} ${name}${kind === 'avatar' ? ' picture' : ''}`
}

type CropAreaProps = {
  picture: HTMLImageElement
  kind: PictureKind
  frame: Frame
  onMove: (by: Point) => void
  onZoom: (factor: number, at?: Point) => void
}

function CropArea({ picture, kind, frame, onMove, onZoom }: CropAreaProps) {
  const area = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  useCropGestures(area, { onMove, onZoom })

  function onKeyDown(event: KeyboardEvent): void {
    const direction = directions.find(({ key }) => key === event.key)
    if (direction) onMove(direction.by)
    else if (event.key === '+' || event.key === '=') onZoom(zoomStep)
    else if (event.key === '-') onZoom(1 / zoomStep)
    else return
    event.preventDefault()
  }

  const position = {
    width: `${(picture.naturalWidth / frame.width) * 100}%`,
    left: `${(-frame.x / frame.width) * 100}%`,
    top: `${(-frame.y / frame.height) * 100}%`,
  }
  return (
    <>
      <button
        ref={area}
        type="button"
        className={classes.area}
        data-kind={pictureKinds[kind].shape}
        data-autofocus
        aria-label="Picture to move"
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
      >
        <img src={picture.src} alt="" draggable={false} style={position} />
        <span className={classes.mask} />
      </button>
      <p id={hintId} className={`text-xs muted ${classes.hint}`}>
        Drag the picture, or move it with the arrow keys. Zoom with + and −.
      </p>
    </>
  )
}

type ToolProps = { name: string; onClick: () => void; icon: typeof Plus }

function Tool({ name, onClick, icon }: ToolProps) {
  return <IconButton label={name} onClick={onClick} icon={icon} />
}
