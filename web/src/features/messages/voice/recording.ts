import { maxAudioSeconds } from '@rootsquare/contract/uploads'

/** This is a second less than the server accepts, because the last block counts in full. */
export const longestSeconds = maxAudioSeconds - 1
const types = ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/ogg;codecs=opus']
const bitsPerSecond = 32_000

export type Recording = Awaited<ReturnType<typeof startRecording>>

/** Returns why recording is impossible here, or null if it may work. */
export function recordingProblem(): string | null {
  if (!window.isSecureContext) return 'Voice notes can only be recorded over a secure connection (https).'
  if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined' || typeIn() === undefined)
    return 'This browser cannot record voice notes. You can still write, and send pictures.'
  return null
}

const typeIn = () => types.find((type) => MediaRecorder.isTypeSupported(type))

/** Returns a text about a failed recording that members understand. */
export function problemText(failure: unknown): string {
  const name = failure instanceof Error ? failure.name : ''
  if (name === 'NotAllowedError')
    return 'The microphone is not allowed. Allow it for this site in your browser, then try again.'
  if (name === 'NotFoundError') return 'No microphone was found.'
  return 'The microphone cannot be used now. Another program may be using it.'
}

/** Requests the microphone and starts to record. */
export async function startRecording() {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const type = typeIn()
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: bitsPerSecond })
  const parts: Blob[] = []
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()))
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const meter = openMeter(stream)
  recorder.start()
  return {
    level: meter.level,
    /** Ends the recording and returns it. */
    async finish() {
      if (recorder.state !== 'inactive') recorder.stop()
      await ended
      return new File(parts, 'voice-note', { type: type?.split(';')[0] ?? '' })
    },
    /** Frees the microphone, whatever happened before. */
    release() {
      if (recorder.state !== 'inactive') recorder.stop()
      for (const track of stream.getTracks()) track.stop()
      meter.close()
    },
  }
}

function openMeter(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Uint8Array(analyser.fftSize)
  return {
    /** Returns the current loudness from 0 to 1. Speech is seldom louder than a third of the range. */
    level(): number {
      analyser.getByteTimeDomainData(samples)
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0)
      return Math.min(1, (loudest / 128) * 2.5)
    },
    close: () => void context.close(),
  }
}
