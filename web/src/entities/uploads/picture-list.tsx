import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ImageIcon from 'lucide-react/icons/image'
import ImagePlus from 'lucide-react/icons/image-plus'
import X from 'lucide-react/icons/x'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Picture } from '#web/ui/media/picture.tsx'
import { useNeighbourFocus } from '#web/ui/overlays/use-neighbour-focus.ts'
import { ChooseFiles } from '#web/entities/uploads/choose-files.tsx'
import { RetryAll, UploadNote, UploadRing } from '#web/entities/uploads/upload-state.tsx'
import { type ChosenPicture, type Pictures } from '#web/entities/uploads/use-pictures.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './picture-list.module.css'

type PictureListProps = {
  uploads: Pictures
  /** A name such as 'Pictures of the item'. */
  label: string
  /** The name of the first picture, if it is shown in lists. */
  firstName?: string
  /** Whether this is the first field of the form. */
  isFirstField?: boolean
  error: ReactNode
  isBusy: boolean
}

export function PictureList(props: PictureListProps) {
  const { uploads, label, firstName, isFirstField = false, error, isBusy } = props
  const box = useRef<HTMLFieldSetElement>(null)
  const { pictures } = uploads

  function remove(id: string, button: HTMLElement): void {
    const tile = button.closest('li')
    const next = tile?.nextElementSibling ?? tile?.previousElementSibling
    const target = next?.querySelector('button') ?? box.current?.querySelector<HTMLElement>(':scope > button')
    flushSync(() => uploads.remove(id))
    if (target?.isConnected) target.focus()
    else box.current?.querySelector('button')?.focus()
  }

  // The last allowed picture removes the button that adds more, which had the focus.
  function add(files: File[]): void {
    flushSync(() => uploads.add(files))
    if (box.current?.querySelector(':scope > button') === null)
      box.current.querySelector<HTMLElement>('li:last-child [data-remove]')?.focus()
  }

  // Moving an element in the document removes its focus.
  function move(id: string, by: -1 | 1, button: HTMLElement): void {
    const position = pictures.findIndex((picture) => picture.id === id) + 1 + by
    if (position < 1 || position > pictures.length) return
    flushSync(() => uploads.move(id, by))
    button.focus()
    announce('live-polite', `Picture ${position} of ${pictures.length}`)
  }

  return (
    <fieldset ref={box} className={`stack gap-s ${classes.pictures}`} data-field="pictures" disabled={isBusy}>
      <legend>Pictures</legend>
      {pictures.length > 0 && (
        <ul className={`${classes.grid} display-grid gap-s`} aria-label={label}>
          <ListRows of={pictures} rowKey={({ id }) => id}>
            {(picture, index) => (
              <Tile
                picture={picture}
                name={index === 0 ? firstName : undefined}
                position={index + 1}
                count={pictures.length}
                onRetry={() => uploads.retry(picture.id)}
                onRemove={(button) => remove(picture.id, button)}
                onMove={(by, button) => move(picture.id, by, button)}
              />
            )}
          </ListRows>
        </ul>
      )}
      <RetryAll files={pictures} onRetry={uploads.retry} />
      {pictures.length < uploads.most && (
        <AddPictures count={pictures.length} isFirstField={isFirstField} onChoose={add} />
      )}
      {error !== undefined && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type AddPicturesProps = { count: number; isFirstField: boolean; onChoose: (files: File[]) => void }

function AddPictures({ count, isFirstField, onChoose }: AddPicturesProps) {
  return (
    <ChooseFiles label="Files of the pictures" multiple onChoose={onChoose}>
      {(open) => (
        <button
          type="button"
          className={`flex-row wrap strong hover-mark ${classes.choose}`}
          data-first={count === 0 || undefined}
          data-autofocus={(isFirstField && count === 0) || undefined}
          onClick={open}
        >
          <Icon of={ImagePlus} size={count === 0 ? 'l' : 'm'} />
          {count === 0 ? 'Choose a picture' : 'Add more pictures'}
          {count === 0 && <span className="text-xs regular">JPEG, PNG, WebP, GIF or AVIF</span>}
        </button>
      )}
    </ChooseFiles>
  )
}

type TileProps = {
  picture: ChosenPicture
  name: string | undefined
  position: number
  count: number
  onRetry: () => void
  onRemove: (button: HTMLElement) => void
  onMove: (by: -1 | 1, button: HTMLElement) => void
}

function Tile({ picture, name: ownName, position, count, onRetry, onRemove, onMove }: TileProps) {
  const { progress, shrunk } = picture
  const name = `picture ${position}`
  const tile = useRef<HTMLLIElement>(null)
  useNeighbourFocus(tile)

  return (
    <li ref={tile} className="stack gap-2xs content-top">
      <div className={`${classes.frame} positioned clip radius-m on-tint`}>
        <Preview picture={picture} alt={ownName ? '' : `Picture ${position}`} />
        <UploadRing {...{ name, progress }} />
        {ownName && <span className={`text-xs ${classes.main} full-radius semibold`}>{ownName}</span>}
      </div>
      <UploadNote {...{ name, progress, shrunk }} onRetry={onRetry} />
      <div className={`${classes.actions} display-flex justify-end`}>
        {count > 1 && (
          <>
            <Move label={`Move ${name} earlier`} isAtEnd={position === 1} by={-1} onMove={onMove} />
            <Move label={`Move ${name} later`} isAtEnd={position === count} by={1} onMove={onMove} />
          </>
        )}
        <IconButton
          label={`Remove ${name}`}
          data-remove
          data-after-retry
          onClick={({ currentTarget }) => onRemove(currentTarget)}
          icon={X}
        />
      </div>
    </li>
  )
}

type MoveProps = { label: string; isAtEnd: boolean; by: -1 | 1; onMove: TileProps['onMove'] }

function Move({ label, isAtEnd, by, onMove }: MoveProps) {
  const icon = by === -1 ? ArrowLeft : ArrowRight
  return (
    <IconButton
      label={label}
      aria-disabled={isAtEnd || undefined}
      onClick={({ currentTarget }) => onMove(by, currentTarget)}
      icon={icon}
    />
  )
}

function Preview({ picture: { file, progress }, alt }: { picture: ChosenPicture; alt: string }) {
  const saved = progress.is === 'done' ? progress.uploaded : null
  const none = (
    <span className={`${classes.plain} display-grid gap-xs muted text-xs`}>
      <Icon of={ImageIcon} size="l" />
      No preview
    </span>
  )
  return <Picture src={file ?? saved?.thumbnail ?? saved?.url ?? null} alt={alt} fallback={none} />
}
