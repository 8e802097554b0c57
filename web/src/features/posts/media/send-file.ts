import { imageTypes, maxImageBytes } from '@rootsquare/contract/uploads'
import type { QueryClient } from '@tanstack/react-query'
import { UnfitFileError, unfitKind, unfitReasons } from '#web/features/posts/composer/composer-files.ts'
import type { ComposerFile } from '#web/features/posts/composer/composer-files.ts'
import { encodeCanvas } from '#web/lib/media/encode-canvas.ts'
import { drawOnCanvas, fileFrom, shrinkImage } from '#web/lib/media/shrink-image.ts'
import { configuration } from '#web/lib/net/configuration.ts'
import { throwIfAborted } from '#web/lib/net/signals.ts'
import { upload, type UploadedFile } from '#web/lib/net/upload.ts'

type SendOptions = {
  queryClient: QueryClient
  signal: AbortSignal
  report: (change: Partial<ComposerFile>) => void
}

const knownTypes: readonly string[] = imageTypes
const longestPosterSide = 1280
const timeoutMs = 8000

/** Prepares a file and uploads it. This module is loaded with the first chosen file. */
export async function sendFile(
  entry: ComposerFile,
  source: File,
  options: SendOptions,
): Promise<UploadedFile> {
  const { queryClient, signal, report } = options
  const isPicture = entry.kind === 'image'
  const file = isPicture && !entry.isReady ? await shrinkPicture(source) : source
  const poster = isPicture ? null : await videoPoster(source)
  throwIfAborted(signal)
  report({ file, poster, isReady: true })
  const config = await queryClient.fetchQuery(configuration())
  const onProgress = (share: number) => report({ progress: { is: 'pending', share } })
  return upload(config.upload, { file, poster }, { signal, onProgress })
}

async function shrinkPicture(file: File): Promise<File> {
  const smaller = await shrinkImage(file)
  if (smaller.type !== '' && !knownTypes.includes(smaller.type)) throw new UnfitFileError(unfitKind(file))
  if (smaller.size > maxImageBytes) throw new UnfitFileError(unfitReasons.heavyImage)
  return smaller
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
