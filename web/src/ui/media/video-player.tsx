import Play from 'lucide-react/icons/play'
import { useRef, useState } from 'react'
import { isSavingData } from '#web/lib/browser/data-saver.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { MissingPicture, type Medium } from '#web/ui/media/medium.tsx'
import classes from './media.module.css'

type VideoPlayerProps = { medium: Medium; label: string }

/** Plays and loads only when it is pressed. Members upload no captions, so there is no track. */
export function VideoPlayer({ medium, label }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasBegun, setBegun] = useState(false)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <MissingPicture alt={`${label} cannot be played here.`} />

  function play(): void {
    video.current?.focus()
    // A file that cannot be played fires its own error event.
    video.current?.play().catch(() => {})
  }

  return (
    <div className={`positioned ${classes.player}`}>
      <video
        ref={video}
        className="cover-picture"
        src={medium.url}
        poster={medium.thumbnail ?? undefined}
        preload={medium.thumbnail === null && !isSavingData() ? 'metadata' : 'none'}
        width={medium.width ?? undefined}
        height={medium.height ?? undefined}
        controls
        playsInline
        aria-label={label}
        onPlay={() => setBegun(true)}
        onError={() => setBroken(true)}
      />
      {!hasBegun && (
        <button type="button" className="plain-control" onClick={play}>
          <Icon of={Play} size="l" isFilled />
          <span className="sr-only">Play: {label}</span>
        </button>
      )}
    </div>
  )
}
