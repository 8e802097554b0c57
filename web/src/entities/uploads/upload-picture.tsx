import Camera from 'lucide-react/icons/camera'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useRef, useState } from 'react'
import type { ChangeEvent, ReactNode } from 'react'
import { CropDialog } from '#web/entities/uploads/crop.tsx'
import type { Frame } from '#web/entities/uploads/crop-frame.ts'
import { acceptedTypes, openPicture, troubleWith } from '#web/entities/uploads/make-picture.ts'
import { pictureKinds } from '#web/entities/uploads/picture-kinds.ts'
import { ProgressRing } from '#web/ui/feedback/progress-ring.tsx'
import type { Picture } from '#web/entities/uploads/use-picture.ts'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './upload-picture.module.css'

type UploadPictureProps = {
  picture: Picture
  /** Where no picture is: initials, a cloth. */
  empty: ReactNode
}

/** Shows a picture of a form, and lets it be chosen, cut, sent up, tried again, taken away and brought back. */
export function UploadPicture({ picture, empty }: UploadPictureProps) {
  const { name, whose, label, shape } = pictureKinds[picture.kind]
  const words = { name, full: `${whose} ${name}` }
  return (
    <div className={classes.picture} data-kind={shape}>
      <div className={classes.frame}>
        {picture.shown === null ? empty : <img src={picture.shown} alt={capital(words.full)} />}
        {picture.share !== null && <ProgressRing label={`Uploading ${words.full}`} share={picture.share} />}
      </div>
      <div className={classes.side}>
        <p className={classes.label}>{label}</p>
        <div className={classes.deeds}>
          <ChooseFile picture={picture} words={words} />
          {picture.shown !== null && (
            <Deed name={`Remove ${name}`} onClick={picture.remove} Icon={Trash2} text="Remove" />
          )}
          {picture.change !== undefined && (
            <Deed name={`Undo the change of ${words.full}`} onClick={picture.undo} Icon={Undo2} text="Undo" />
          )}
        </div>
        {picture.trouble !== null && <Trouble picture={picture} words={words} />}
      </div>
    </div>
  )
}

/** What it is called on its buttons, and in a sentence. */
type Words = { name: string; full: string }
type PartProps = { picture: Picture; words: Words }

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function ChooseFile({ picture, words }: PartProps) {
  const input = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<HTMLImageElement | null>(null)
  useEffect(() => () => void (opened && URL.revokeObjectURL(opened.src)), [opened])

  async function open(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = event.currentTarget.files ?? []
    // So that the same file can be chosen again.
    event.currentTarget.value = ''
    if (file === undefined) return
    const trouble = troubleWith(file)
    if (trouble !== null) return picture.refuse(trouble)
    const chosen = await openPicture(file).catch(() => null)
    // Meanwhile the form may have closed, or be saving what it had.
    const isTaken = input.current?.matches(':enabled') ?? false
    if (chosen !== null && isTaken) setOpened(chosen)
    else if (chosen !== null) URL.revokeObjectURL(chosen.src)
    else if (isTaken) picture.refuse('This file is not a picture that can be opened here.')
  }

  return (
    <>
      <Deed
        name={`Choose ${words.name}`}
        onClick={() => input.current?.click()}
        Icon={Camera}
        text="Choose"
        isFirst
      />
      <input
        ref={input}
        type="file"
        accept={acceptedTypes}
        hidden
        aria-label={`File of ${words.full}`}
        onChange={(event) => void open(event)}
      />
      {opened !== null && <Cropping picture={picture} opened={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

type CroppingProps = { picture: Picture; opened: HTMLImageElement; onClose: () => void }

/** However it is left, what was being cut is dropped. */
function Cropping({ picture, opened, onClose }: CroppingProps) {
  const [isBusy, setBusy] = useState(false)
  const isStanding = useRef(false)
  useEffect(() => {
    isStanding.current = true
    return () => {
      isStanding.current = false
    }
  }, [])

  async function cut(frame: Frame): Promise<void> {
    if (isBusy) return
    setBusy(true)
    await picture.cut(opened, frame, () => isStanding.current)
    if (isStanding.current) onClose()
  }

  return (
    <CropDialog
      picture={opened}
      kind={picture.kind}
      isBusy={isBusy}
      onClose={onClose}
      onCut={(frame) => void cut(frame)}
    />
  )
}

function Trouble({ picture, words }: PartProps) {
  return (
    <div className={classes.trouble} role="alert">
      <CircleAlert size={18} strokeWidth={1.9} aria-hidden="true" />
      <p>{picture.trouble}</p>
      {picture.retry !== null && (
        <Button look="outline" aria-label={`Retry the upload of ${words.full}`} onClick={picture.retry}>
          Retry
        </Button>
      )}
    </div>
  )
}

type DeedProps = {
  name: string
  text: string
  onClick: () => void
  Icon: typeof Camera
  isFirst?: boolean
}

function Deed({ name, text, onClick, Icon, isFirst }: DeedProps) {
  return (
    <button
      type="button"
      className={classes.deed}
      data-first={isFirst || undefined}
      aria-label={name}
      onClick={onClick}
    >
      <Icon size={18} strokeWidth={1.9} aria-hidden="true" />
      {text}
    </button>
  )
}
