import ImagePlus from 'lucide-react/icons/image-plus'
import { useRef } from 'react'
import type { ChangeEvent } from 'react'
import { flushSync } from 'react-dom'
import { acceptedTypes } from '#web/features/market/publish/ad-picture.ts'
import { AdTile } from '#web/features/market/publish/ad-tile.tsx'
import { mostPictures } from '#web/features/market/publish/use-ad-pictures.ts'
import type { AdPictures as Pictures } from '#web/features/market/publish/use-ad-pictures.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import classes from './ad-pictures.module.css'

type AdPicturesProps = { uploads: Pictures; error: string | undefined; isBusy: boolean }

/** The first picture is shown in lists, the others in the dialog of the item. */
export function AdPictures({ uploads, error, isBusy }: AdPicturesProps) {
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

  // The last picture that fits removes the button for more, which had the focus.
  function add(files: File[]): void {
    flushSync(() => uploads.add(files))
    if (box.current?.querySelector(':scope > button') === null)
      box.current.querySelector<HTMLElement>('li:last-child [data-remove]')?.focus()
  }

  // An element that is moved in the document loses the focus.
  function move(id: string, by: -1 | 1, button: HTMLElement): void {
    const position = pictures.findIndex((picture) => picture.id === id) + 1 + by
    if (position < 1 || position > pictures.length) return
    flushSync(() => uploads.move(id, by))
    button.focus()
    announce('live-polite', `Picture ${position} of ${pictures.length}`)
  }

  return (
    <fieldset
      ref={box}
      className={['stack gap-10', classes.pictures].join(' ')}
      data-field="pictures"
      disabled={isBusy}
    >
      <legend>Pictures</legend>
      {pictures.length > 0 && (
        <ul className={classes.grid} aria-label="Pictures of the item">
          {pictures.map((picture, index) => (
            <AdTile
              key={picture.id}
              picture={picture}
              position={index + 1}
              count={pictures.length}
              onRetry={() => uploads.retry(picture)}
              onRemove={(button) => remove(picture.id, button)}
              onMove={(by, button) => move(picture.id, by, button)}
            />
          ))}
        </ul>
      )}
      {pictures.length < mostPictures && <ChooseFiles count={pictures.length} onChosen={add} />}
      {error !== undefined && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type ChooseFilesProps = { count: number; onChosen: (files: File[]) => void }

function ChooseFiles({ count, onChosen }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null)

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(currentTarget.files ?? [])]
    // Without this, choosing the same file again would cause no change event.
    currentTarget.value = ''
    onChosen(files)
  }

  return (
    <>
      <button
        type="button"
        className={['row wrap strong', classes.choose].join(' ')}
        data-first={count === 0 || undefined}
        data-autofocus={count === 0 || undefined}
        onClick={() => input.current?.click()}
      >
        <ImagePlus size={count === 0 ? 32 : 20} strokeWidth={1.8} aria-hidden="true" />
        {count === 0 ? 'Choose a picture' : 'Add more pictures'}
        {count === 0 && <span className={classes.hint}>JPEG, PNG, WebP, GIF or AVIF</span>}
      </button>
      <input
        ref={input}
        type="file"
        accept={acceptedTypes}
        multiple
        hidden
        aria-label="Files of the pictures"
        onChange={take}
      />
    </>
  )
}
