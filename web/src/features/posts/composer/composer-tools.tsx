import { acceptedPictures, videoTypes } from '@rootsquare/contract/uploads'
import ImageIcon from 'lucide-react/icons/image'
import MapPin from 'lucide-react/icons/map-pin'
import Video from 'lucide-react/icons/video'
import type { ReactNode } from 'react'
import { ChooseFiles } from '#web/entities/uploads/choose-files.tsx'
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

type PhotoProps = Pick<ToolsProps, 'isLocked' | 'onFiles'>

/** The one tool that has room beside the closed composer of a phone. */
export function PhotoTool(props: PhotoProps) {
  return (
    <FileTool name="Photo" accept={acceptedPictures} nameClass="sr-only" {...props}>
      <Icon of={ImageIcon} />
    </FileTool>
  )
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
  nameClass?: string
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

function FileTool({ name, accept, isLocked, nameClass, onFiles, children }: FileToolProps) {
  return (
    <ChooseFiles label={`${name} files`} accept={accept} multiple onChoose={onFiles}>
      {(open) => (
        <button type="button" className={toolClass} disabled={isLocked} onClick={open}>
          {children}
          <span className={nameClass}>{name}</span>
        </button>
      )}
    </ChooseFiles>
  )
}
