import { acceptedPictures, videoTypes } from '@rootsquare/contract/uploads'
import ImageIcon from 'lucide-react/icons/image'
import MapPin from 'lucide-react/icons/map-pin'
import Video from 'lucide-react/icons/video'
import { useRef, type ChangeEvent, type ReactNode } from 'react'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './composer.module.css'

const toolClass = `plain-control flex-row text-s touch semibold ${classes.tool}`

type ToolsProps = {
  isLocked: boolean
  hasPlace: boolean
  onFiles: (files: readonly File[]) => void
  onPlace: () => void
  /** The Post button. */
  children?: ReactNode
}

export function ComposerTools({ isLocked, hasPlace, onFiles, onPlace, children }: ToolsProps) {
  return (
    <div className={`flex-row gap-2xs ${classes.tools}`}>
      <FileTool name="Photo" accept={acceptedPictures} {...{ isLocked, onFiles }}>
        <Icon of={ImageIcon} />
      </FileTool>
      <FileTool name="Video" accept={videoTypes.join(',')} {...{ isLocked, onFiles }}>
        <Icon of={Video} />
      </FileTool>
      <button
        type="button"
        className={toolClass}
        disabled={isLocked}
        aria-expanded={hasPlace}
        onClick={onPlace}
      >
        <Icon of={MapPin} />
        <span>Place</span>
      </button>
      <span className="grow" />
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

  function attachChosen({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    onFiles([...(currentTarget.files ?? [])])
    // Cleared so that the same file can be chosen again.
    currentTarget.value = ''
  }

  return (
    <>
      <button type="button" className={toolClass} disabled={isLocked} onClick={() => input.current?.click()}>
        {children}
        <span>{name}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={`${name} files`}
        onChange={attachChosen}
      />
    </>
  )
}
