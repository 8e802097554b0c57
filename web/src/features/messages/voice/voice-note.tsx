import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'
import { lengthText } from '#web/features/messages/voice/length-text.ts'
import { flatLevels, soundLevels } from '#web/features/messages/voice/sound-levels.ts'
import { Waveform } from '#web/features/messages/voice/waveform.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './voice.module.css'

const speeds = [1, 1.5, 2]

/** Plays a voice note. The server has measured `duration`, because a recording of a browser does not contain it. */
export function VoiceNote({ url, duration }: { url: string; duration: number | null }) {
  const { at, isPlaying, isBroken, speed, levels, toggle, seek, changeSpeed } = usePlayer(url)
  const length = duration ?? 0
  if (isBroken) return <p className="text-xs muted">This voice note cannot be played.</p>
  return (
    <div className={`flex-row gap-xs ${classes.note}`}>
      <IconButton
        label={isPlaying ? 'Pause voice note' : `Play voice note, ${lengthText(length)}`}
        className={classes.play}
        onClick={() => void toggle()}
        icon={isPlaying ? Pause : Play}
      />
      <div className={`positioned ${classes.track} grow`}>
        <Waveform levels={levels ?? flatLevels} share={length === 0 ? 0 : at / length} />
        <input
          type="range"
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={Math.min(at, length)}
          aria-label="Position in the voice note"
          aria-valuetext={`${lengthText(at)} of ${lengthText(length)}`}
          onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
        />
      </div>
      <span className={`amount rigid ${classes.time}`} aria-hidden="true">
        {lengthText(isPlaying || at > 0 ? at : length)}
      </span>
      <button type="button" className={`amount ${classes.speed}`} onClick={changeSpeed}>
        <span className="sr-only">Speed </span>
        {speed}×
      </button>
    </div>
  )
}

/** The voice note that is playing. Only one plays at a time. */
let playingNote: HTMLAudioElement | null = null

/** Loads nothing until the note is played or its position is moved, to save data. */
function usePlayer(url: string) {
  const player = useRef<HTMLAudioElement>(null)
  const [levels, setLevels] = useState<readonly number[] | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const [at, setAt] = useState(0)
  const [speed, setSpeed] = useState(1)
  useEffect(() => () => player.current?.pause(), [])

  function open(): HTMLAudioElement {
    if (player.current !== null) return player.current
    const audio = new Audio(url)
    audio.addEventListener('play', () => setPlaying(true))
    audio.addEventListener('pause', () => setPlaying(false))
    audio.addEventListener('ended', () => setAt(0))
    audio.addEventListener('error', () => setBroken(true))
    audio.addEventListener('timeupdate', () => setAt(audio.currentTime))
    player.current = audio
    return audio
  }

  async function toggle(): Promise<void> {
    if (isPlaying) return player.current?.pause()
    const audio = open()
    if (playingNote !== audio) playingNote?.pause()
    playingNote = audio
    audio.playbackRate = speed
    const starting = audio.play().catch(() => setBroken(true))
    if (levels === null) setLevels((await soundLevels(url)) ?? flatLevels)
    await starting
  }

  function seek(seconds: number): void {
    setAt(seconds)
    open().currentTime = seconds
  }

  function changeSpeed(): void {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1
    setSpeed(next)
    if (player.current) player.current.playbackRate = next
  }

  return { at, isPlaying, isBroken, speed, levels, toggle, seek, changeSpeed }
}
