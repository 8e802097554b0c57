import SendHorizontal from 'lucide-react/icons/send-horizontal'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState } from 'react'
import { lengthText } from '#web/features/messages/voice/length-text.ts'
import {
  longestSeconds,
  problemText,
  recordingProblem,
  startRecording,
} from '#web/features/messages/voice/recording.ts'
import type { Recording } from '#web/features/messages/voice/recording.ts'
import { barCount } from '#web/features/messages/voice/sound-levels.ts'
import { Waveform } from '#web/features/messages/voice/waveform.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './voice.module.css'

const tickMs = 100
const silence = Array<number>(barCount).fill(0)

type RecordedNote = { file: File; seconds: number }
type VoiceRecorderProps = { onSend: (note: RecordedNote) => void; onClose: () => void }

/** Replaces the field, and records from the moment the browser allows it until Send or Cancel. */
export function VoiceRecorder({ onSend, onClose }: VoiceRecorderProps) {
  const { state, levels, seconds, finish } = useRecording()

  async function send(): Promise<void> {
    const file = await finish()
    if (file !== null) onSend({ file, seconds })
    onClose()
  }

  if (typeof state === 'object')
    return (
      <div className={`rigid flex-row wrap gap-s ${classes.recorder} pad-s line-above`}>
        <p className="grow" role="alert">
          {state.problem}
        </p>
        <Button variant="outline" data-autofocus onClick={onClose}>
          OK
        </Button>
      </div>
    )
  return (
    <section className={`rigid flex-row gap-s ${classes.recorder} pad-s line-above`} aria-label="Voice note">
      <IconButton label="Cancel the voice note" onClick={onClose} icon={Trash2} />
      {state === 'asking' ? (
        <output className="grow muted">Waiting for the microphone…</output>
      ) : (
        <>
          <span className={`rigid ${classes.live}`} aria-hidden="true" />
          <output className="sr-only">
            {state === 'full' ? 'The longest length is reached' : 'Recording'}
          </output>
          <span className={`amount rigid ${classes.time}`} role="timer">
            {lengthText(seconds)}
          </span>
          <div className="grow">
            <Waveform levels={levels} share={1} />
          </div>
        </>
      )}
      <IconButton
        ref={focusOnMount}
        label="Send voice note"
        className={classes.send}
        aria-disabled={state === 'asking' || undefined}
        onClick={() => {
          if (state !== 'asking') void send()
        }}
        icon={SendHorizontal}
      />
    </section>
  )
}

/** Moves the focus here, because the pressed button has been removed. */
function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true })
}

type RecorderState = 'asking' | 'recording' | 'full' | { problem: string }

function useRecording() {
  const recording = useRef<Recording | null>(null)
  const [state, setState] = useState<RecorderState>('asking')
  const [levels, setLevels] = useState(silence)
  const [ticks, setTicks] = useState(0)
  const seconds = (ticks * tickMs) / 1000

  useEffect(() => {
    let isOver = false
    const begin = async () => {
      const problem = recordingProblem()
      if (problem !== null) return setState({ problem })
      const started = await startRecording()
      if (isOver) return started.release()
      recording.current = started
      setState('recording')
    }
    begin().catch((failure: unknown) => {
      if (!isOver) setState({ problem: problemText(failure) })
    })
    return () => {
      isOver = true
      recording.current?.release()
    }
  }, [])

  useEffect(() => {
    if (state !== 'recording') return
    let elapsed = 0
    const timer = setInterval(() => {
      elapsed += 1
      const level = recording.current?.level() ?? 0
      setLevels((before) => [...before.slice(1), level])
      setTicks(elapsed)
      if (elapsed * tickMs < longestSeconds * 1000) return
      void recording.current?.finish()
      setState('full')
    }, tickMs)
    return () => clearInterval(timer)
  }, [state])

  return { state, levels, seconds, finish: async () => (await recording.current?.finish()) ?? null }
}
