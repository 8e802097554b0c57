import { avatarPreset, uploadMedia } from '@rootsquare/contract/uploads'
import type { Config } from '@rootsquare/contract/product'
import type { QueryClient } from '@tanstack/react-query'
import { sentPictureError, sizeError, type UploadTexts } from '#web/entities/uploads/check-file.ts'
import type { Progress, Shrunk } from '#web/entities/uploads/upload-progress.ts'
import { encodeCanvas } from '#web/lib/media/encode-canvas.ts'
import {
  drawOnCanvas,
  fileFrom,
  isReadable,
  shrinkImage,
  unreadableText,
} from '#web/lib/media/shrink-image.ts'
import { CallError, noResponse } from '#web/lib/net/call.ts'
import { configuration } from '#web/lib/net/configuration.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { retryUntilAnswered } from '#web/lib/net/retry-until-answered.ts'
import { throwIfAborted } from '#web/lib/net/signals.ts'
import { isOwnServer, upload, type UploadedFile, type UploadTarget } from '#web/lib/net/upload.ts'

/** A cropped picture was already made small; an avatar is one with a stricter limit. */
type FileKind = 'image' | 'cropped' | 'avatar' | 'video' | 'audio'

/** A file on its way, which may have been made smaller. */
export type SentFile = {
  kind: FileKind
  file: File
  /** Whether the file has already been made small enough. */
  isReady?: boolean
}

export type FileChange = {
  file?: File
  poster?: File | null
  isReady?: true
  shrunk?: Shrunk
  progress?: Progress
}

type UploadOptions = {
  queryClient: QueryClient
  signal: AbortSignal
  texts: UploadTexts
  onChange: (change: FileChange) => void
}

/** A file that can never be sent. */
class UnfitFileError extends Error {}

const longestPosterSide = 1280
const timeoutMs = 8000
/** Voice notes go to the own server, because an operator's image host accepts no audio. */
const ownStore: UploadTarget = { url: `/api${uploadMedia.path}`, preset: 'voice-note' }

/**
 * Makes a file small, sends it, and reports its progress until the signal aborts. A file that can never be sent fails like
 * others unless there is an `onUnfit`.
 */
export async function uploadFile(
  file: SentFile,
  { onUnfit, ...options }: UploadOptions & { onUnfit?: (reason: string) => void },
): Promise<void> {
  const { signal, texts } = options
  const onChange = (change: FileChange) => {
    if (!signal.aborted) options.onChange(change)
  }
  try {
    const uploaded = await sendFile(file, { ...options, onChange })
    onChange({ progress: { is: 'done', uploaded, at: Date.now() } })
  } catch (failure) {
    if (onUnfit === undefined || !(failure instanceof UnfitFileError))
      onChange({ progress: failedProgress(failure, texts.failed) })
    else if (!signal.aborted) onUnfit(failure.message)
  }
}

function failedProgress(failure: unknown, text: string): Progress {
  const status = failure instanceof CallError ? failure.status : null
  const reason = failure instanceof UnfitFileError ? failure.message : errorText(failure, text)
  return { is: 'failed', reason, status }
}

/**
 * Prepares a file and sends it to the server or the image host of the operator. It is sent again by itself after temporary
 * faults, and when the line is back.
 */
export async function sendFile(
  { kind, file: source, isReady = false }: SentFile,
  { queryClient, signal, texts, onChange }: UploadOptions,
): Promise<UploadedFile> {
  const file = kind === 'image' && !isReady ? await shrinkPicture(source, texts) : source
  rejectUnfit(kind === 'video' || kind === 'audio' ? sizeError(kind, file) : null)
  const poster = kind === 'video' ? await videoPoster(source) : null
  throwIfAborted(signal)
  const shrunk = file.size < source.size && { from: source.size, to: file.size }
  onChange({ file, poster, isReady: true, ...(shrunk && { shrunk }) })
  let share = 0
  const onProgress = (next: number) => {
    share = next
    onChange({ progress: { is: 'pending', share } })
  }
  const uploaded = await retryUntilAnswered(
    async (onReached) => {
      const target =
        kind === 'audio' ? ownStore : targetFor(kind, await queryClient.fetchQuery(configuration()))
      return upload(target, { file, poster }, { signal, onProgress, onReached })
    },
    () => !signal.aborted,
    { onWait: () => onChange({ progress: { is: 'pending', share, isWaiting: true } }) },
  )
  if (uploaded === null) throw noResponse()
  return uploaded
}

/** Our server has a stricter preset for avatars; an image host only accepts the configured one. */
function targetFor(kind: FileKind, { upload: { url, preset } }: Config): UploadTarget {
  return { url, preset: kind === 'avatar' && isOwnServer(url) ? avatarPreset : preset }
}

async function shrinkPicture(file: File, texts: UploadTexts): Promise<File> {
  const smaller = await shrinkImage(file)
  rejectUnfit(sentPictureError(smaller, texts))
  if (smaller === file && !(await isReadable(file))) throw new UnfitFileError(unreadableText)
  return smaller
}

function rejectUnfit(reason: string | null): void {
  if (reason !== null) throw new UnfitFileError(reason)
}

/** Captures an early frame, but not the first, which may be black. Returns null if the device cannot play the video. */
async function videoPoster(file: File): Promise<File | null> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  video.src = URL.createObjectURL(file)
  try {
    await eventOf(video, 'loadeddata')
    video.currentTime = momentIn(video.duration)
    await eventOf(video, 'seeked')
    return await pictureOf(video, file.name)
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(video.src)
    video.removeAttribute('src')
    video.load()
  }
}

/** Returns the moment to capture. A video that a browser has recorded has no finite duration. */
function momentIn(duration: number): number {
  return Number.isFinite(duration) ? Math.min(1, Math.max(0.1, duration / 4)) : 0.1
}

async function pictureOf(video: HTMLVideoElement, name: string): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0 || height === 0) return null
  const scale = Math.min(1, longestPosterSide / Math.max(width, height))
  const blob = await encodeCanvas(drawOnCanvas(video, width * scale, height * scale))
  return blob && fileFrom(blob, name)
}

function eventOf(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`No ${event} came of this video.`))
    const timer = setTimeout(fail, timeoutMs)
    const listening = { once: true }
    video.addEventListener(event, () => resolve(clearTimeout(timer)), listening)
    video.addEventListener('error', fail, listening)
  })
}
