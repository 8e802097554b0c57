import { encodeCanvas } from '#web/lib/media/encode-canvas.ts'
import { drawOnCanvas, fileFrom } from '#web/lib/media/shrink-image.ts'

const longestSide = 1280
const timeoutMs = 8000

/** A frame from the beginning, but past a black first one. Null where this device cannot play it. */
export async function videoPoster(file: File): Promise<File | null> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  video.src = URL.createObjectURL(file)
  try {
    await eventOf(video, 'loadeddata')
    const moment = momentIn(video.duration)
    video.currentTime = moment
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

/** A video that a browser has recorded has no duration. */
function momentIn(duration: number): number {
  return Number.isFinite(duration) ? Math.min(1, Math.max(0.1, duration / 4)) : 0.1
}

async function pictureOf(video: HTMLVideoElement, name: string): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0 || height === 0) return null
  const scale = Math.min(1, longestSide / Math.max(width, height))
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
