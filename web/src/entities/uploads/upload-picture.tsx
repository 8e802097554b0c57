import Camera from 'lucide-react/icons/camera'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ChooseFiles } from '#web/entities/uploads/choose-files.tsx'
import { CropDialog } from '#web/entities/uploads/crop.tsx'
import type { Frame } from '#web/entities/uploads/crop-frame.ts'
import { chosenFileError } from '#web/entities/uploads/check-file.ts'
import { openPicture } from '#web/entities/uploads/make-picture.ts'
import { pictureKinds } from '#web/entities/uploads/picture-kinds.ts'
import { unreadableText } from '#web/lib/media/shrink-image.ts'
import { UploadNote, UploadRing } from '#web/entities/uploads/upload-state.tsx'
import type { PictureChoice } from '#web/entities/uploads/use-picture.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './upload-picture.module.css'

const texts = { wrongKind: () => 'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.' }

type UploadPictureProps = {
  picture: PictureChoice
  /** Shown without a picture: initials or a pattern. */
  empty: ReactNode
}

/** Shows a picture of a form, which can be chosen, cropped, uploaded, retried, removed and restored. */
export function UploadPicture({ picture, empty }: UploadPictureProps) {
  const { name, whose, label, shape } = pictureKinds[picture.kind]
  const labels = { name, full: `${whose} ${name}` }
  return (
    <div className={`stack gap-xs ${classes.picture}`} data-kind={shape} data-upload>
      <div className={`${classes.frame} positioned clip on-tint`}>
        {picture.shown === null ? (
          empty
        ) : (
          <img src={picture.shown} alt={capitalize(labels.full)} className="cover-picture" />
        )}
        <UploadRing name={labels.full} progress={picture.progress} />
      </div>
      <div className={classes.side}>
        <p className={classes.label}>{label}</p>
        <div className="flex-row wrap gap-2xs">
          <ChoosePicture picture={picture} labels={labels} />
          {picture.shown !== null && (
            <PictureButton name={`Remove ${name}`} onClick={picture.remove} icon={Trash2} text="Remove" />
          )}
          {picture.change !== undefined && (
            <PictureButton
              name={`Undo the change of ${labels.full}`}
              onClick={picture.undo}
              icon={Undo2}
              text="Undo"
            />
          )}
        </div>
        <div className={`gone-if-empty ${classes.note}`}>
          <UploadNote
            name={labels.full}
            progress={picture.progress}
            shrunk={picture.shrunk}
            rejection={picture.rejection}
            onRetry={picture.retry}
          />
        </div>
      </div>
    </div>
  )
}

/** The name of the picture on its buttons and in sentences. */
type Labels = { name: string; full: string }
type PartProps = { picture: PictureChoice; labels: Labels }

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function ChoosePicture({ picture, labels }: PartProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => () => void (opened && URL.revokeObjectURL(opened.image.src)), [opened])

  async function crop([file]: File[], input: HTMLInputElement): Promise<void> {
    if (file === undefined) return
    const fileError = chosenFileError(file, texts)
    if (fileError !== null) return picture.reject(fileError)
    const chosen = await openPicture(file).catch(() => null)
    // By now the form may have closed, or may be saving its previous picture.
    const isEnabled = input.isConnected && !input.matches(':disabled')
    if (chosen !== null && isEnabled) setOpened({ image: chosen, file })
    else if (chosen !== null) URL.revokeObjectURL(chosen.src)
    else if (isEnabled) picture.reject(unreadableText)
  }

  return (
    <>
      <ChooseFiles label={`File of ${labels.full}`} onChoose={(files, input) => void crop(files, input)}>
        {(open) => (
          <PictureButton name={`Choose ${labels.name}`} onClick={open} icon={Camera} text="Choose" isFirst />
        )}
      </ChooseFiles>
      {opened !== null && <Cropping picture={picture} opened={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

type Opened = { image: HTMLImageElement; file: File }
type CroppingProps = { picture: PictureChoice; opened: Opened; onClose: () => void }

/** Closing it in any way drops the picture that was being cropped. */
function Cropping({ picture, opened, onClose }: CroppingProps) {
  const [isBusy, setBusy] = useState(false)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  async function crop(frame: Frame): Promise<void> {
    if (isBusy) return
    setBusy(true)
    await picture.crop(opened, frame, () => isMounted.current)
    if (isMounted.current) onClose()
  }

  return (
    <CropDialog
      picture={opened.image}
      kind={picture.kind}
      isBusy={isBusy}
      onClose={onClose}
      onCrop={(frame) => void crop(frame)}
    />
  )
}

type PictureButtonProps = {
  name: string
  text: string
  onClick: () => void
  icon: typeof Camera
  isFirst?: boolean
}

function PictureButton({ name, text, onClick, icon, isFirst }: PictureButtonProps) {
  return (
    <button
      type="button"
      className={`flex-row plain-control strong ${classes.action}`}
      data-first={isFirst || undefined}
      data-after-retry={isFirst || undefined}
      aria-label={name}
      onClick={onClick}
    >
      <Icon of={icon} />
      {text}
    </button>
  )
}
