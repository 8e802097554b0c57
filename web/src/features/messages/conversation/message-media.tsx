import type { MessageMedium } from '@rootsquare/contract/messages'
import ImageOff from 'lucide-react/icons/image-off'
import { VoiceNote } from '#web/features/messages/voice/voice-note.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Picture } from '#web/ui/media/picture.tsx'
import classes from './message-media.module.css'

/** Shows the pictures of a message large, starting with the pressed one. */
export type OpenPictures = (pictures: MessageMedium[], first: number) => void

type MessageMediaProps = { media: MessageMedium[]; onOpen: OpenPictures }

export function MessageMedia({ media, onOpen }: MessageMediaProps) {
  const pictures = media.filter(({ type }) => type === 'image')
  return (
    <>
      {pictures.length > 0 && (
        <div className={`${classes.pictures} display-grid gap-2xs clip`} data-count={pictures.length}>
          {pictures.map((picture, at) => (
            <PictureButton
              key={picture.url}
              picture={picture}
              label={pictures.length === 1 ? 'Open picture' : `Open picture ${at + 1} of ${pictures.length}`}
              onOpen={() => onOpen(pictures, at)}
            />
          ))}
        </div>
      )}
      {media.map(
        ({ url, type, duration }) =>
          type === 'audio' && <VoiceNote key={url} url={url} duration={duration} />,
      )}
    </>
  )
}

type PictureButtonProps = { picture: MessageMedium; label: string; onOpen: () => void }

function PictureButton({ picture, label, onOpen }: PictureButtonProps) {
  const { url, thumbnail, width, height } = picture
  return (
    <button
      type="button"
      className={`plain-control inner-ring full-width ${classes.picture} display-block on-surface`}
      onClick={onOpen}
    >
      <Picture
        className={undefined}
        src={thumbnail ?? url}
        alt={label}
        sizes="(max-width: 767px) 70vw, 320px"
        width={width ?? undefined}
        height={height ?? undefined}
        draggable={false}
        fallback={
          <span className={`text-xs muted ${classes.missing} display-grid gap-2xs`}>
            <Icon of={ImageOff} /> Picture not available
          </span>
        }
      />
    </button>
  )
}
