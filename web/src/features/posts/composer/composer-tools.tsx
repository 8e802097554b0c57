import ImageIcon from 'lucide-react/icons/image'
import MapPin from 'lucide-react/icons/map-pin'
import Video from 'lucide-react/icons/video'
import { useRef } from 'react'
import type { ChangeEvent, ReactNode } from 'react'
import { acceptedPictures, acceptedVideos } from '#web/features/posts/composer/composer-files.ts'
import classes from './composer-tools.module.css'

type ToolsProps = {
  isLocked: boolean
  hasPlace: boolean
  onFiles: (files: readonly File[]) => void
  onPlace: () => void
  /** The Post button. */
  children: ReactNode
}

export function ComposerTools({ isLocked, hasPlace, onFiles, onPlace, children }: ToolsProps) {
  return (
    <div className={classes.tools}>
      <FileTool name="Photo" accept={acceptedPictures} {...{ isLocked, onFiles }}>
        <ImageIcon size={20} strokeWidth={1.9} aria-hidden="true" />
      </FileTool>
      <FileTool name="Video" accept={acceptedVideos} {...{ isLocked, onFiles }}>
        <Video size={20} strokeWidth={1.9} aria-hidden="true" />
      </FileTool>
      <button
        type="button"
        className={classes.tool}
        disabled={isLocked}
        aria-expanded={hasPlace}
        onClick={onPlace}
      >
        <MapPin size={20} strokeWidth={1.9} aria-hidden="true" />
        <span className={classes.word}>Place</span>
      </button>
      <span className={classes.gap} />
      {children}
    </div>
  )
}

type FileToolProps = {
  name: string
  accept: string
  isLocked: boolean
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

function FileTool({ name, accept, isLocked, onFiles, children }: FileToolProps) {
  const input = useRef<HTMLInputElement>(null)

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    onFiles([...(currentTarget.files ?? [])])
    // So that the same file can be chosen again.
    currentTarget.value = ''
  }

  return (
    <>
      <button
        type="button"
        className={classes.tool}
        disabled={isLocked}
        onClick={() => input.current?.click()}
      >
        {children}
        <span className={classes.word}>{name}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={`${name} files`}
        onChange={take}
      />
    </>
  )
}
