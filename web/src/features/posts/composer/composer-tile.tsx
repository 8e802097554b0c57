import { altLength } from '@rootsquare/contract/posts'
import Check from 'lucide-react/icons/check'
import ImageIcon from 'lucide-react/icons/image'
import Play from 'lucide-react/icons/play'
import Video from 'lucide-react/icons/video'
import X from 'lucide-react/icons/x'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { AttachedFile } from '#web/entities/uploads/use-draft-files.ts'
import { UploadNote, UploadRing } from '#web/entities/uploads/upload-state.tsx'
import type { Attachments } from '#web/features/posts/composer/use-composer-files.ts'
import { isFinal } from '#web/entities/uploads/upload-progress.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Picture } from '#web/ui/media/picture.tsx'
import classes from './composer-files.module.css'

type TileProps = {
  file: AttachedFile
  attachments: Attachments
  isLocked: boolean
  /** Is called before the tile is removed, so that the focus can move first. */
  onRemove: (button: HTMLElement) => void
}

export function ComposerTile({ file, attachments, isLocked, onRemove }: TileProps) {
  const { id, name, progress, shrunk } = file
  const isUploading = progress.is === 'pending'
  return (
    <li className={`stack gap-xs ${classes.tile} content-top`}>
      <div className={`positioned ${classes.frame} clip radius-m on-tint`}>
        <Preview file={file} />
        <UploadRing {...{ name, progress }} />
        {!isLocked && (
          <IconButton
            className={classes.remove}
            data-after-retry
            label={isUploading ? `Cancel the upload of ${name}` : `Remove ${name}`}
            onClick={({ currentTarget }) => {
              onRemove(currentTarget)
              attachments.remove([id])
            }}
            icon={X}
          />
        )}
      </div>
      <UploadNote {...{ name, progress, shrunk }} onRetry={() => attachments.retry(id)} />
      {!isFinal(progress) && (
        <Description file={file} isLocked={isLocked} onChange={(alt) => attachments.describe(id, alt)} />
      )}
    </li>
  )
}

type DescriptionProps = { file: AttachedFile; isLocked: boolean; onChange: (alt: string) => void }

/** Is folded so that many pictures fit on a screen. The button shows whether there is a description. */
function Description({ file: { kind, name, alt }, isLocked, onChange }: DescriptionProps) {
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const thing = kind === 'image' ? 'picture' : 'video'
  const isWritten = alt.trim() !== ''

  function close(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, nativeEvent } = event
    // Enter with Ctrl or Cmd sends the post, and an input method uses Enter to end a word.
    if (key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing) return
    event.preventDefault()
    toggle.current?.focus()
    setOpen(false)
  }

  return (
    <>
      <button
        ref={toggle}
        type="button"
        className={`flex-row gap-2xs text-xs hover-mark touch full-radius ink ${classes.retry} outlined on-surface pressable`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isWritten && <Icon of={Check} size="s" />}
        {isWritten ? 'Described' : 'Describe'}
        <span className="sr-only">
          {' '}
          this {thing}: {name}
        </span>
      </button>
      {isOpen && (
        <input
          ref={focusNow}
          className={`touch full-width ink ${classes.alt} shrinkable pad-x-s outlined radius-s on-surface text-m`}
          value={alt}
          maxLength={altLength}
          readOnly={isLocked}
          placeholder={`Describe this ${thing}`}
          aria-label={`Describe this ${thing}: ${name}`}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={close}
        />
      )}
    </>
  )
}

function focusNow(input: HTMLInputElement | null): void {
  input?.focus()
}

function Preview({ file: { kind, file, poster, name, alt, progress } }: { file: AttachedFile }) {
  const blob = kind === 'image' ? file : poster
  const uploaded = progress.is === 'done' ? progress.uploaded : null
  const address = uploaded?.thumbnail ?? (kind === 'image' ? uploaded?.url : null) ?? null
  const src = blob ?? address
  return (
    <>
      <Picture src={src} alt={alt || name} fallback={<Nameplate kind={kind} name={name} />} />
      {kind === 'video' && src !== null && (
        <span className={`flex-row gap-2xs text-xs semibold full-radius ${classes.film}`}>
          <Icon of={Play} size="s" isFilled /> Video
        </span>
      )}
    </>
  )
}

function Nameplate({ kind, name }: Pick<AttachedFile, 'kind' | 'name'>) {
  const icon = kind === 'image' ? ImageIcon : Video
  return (
    <span className={`stack gap-xs centered text-xs muted breakable ${classes.nameplate}`}>
      <Icon of={icon} size="l" />
      <span className="clamped">{name}</span>
    </span>
  )
}
