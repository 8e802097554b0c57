import { CallError, noResponse, readJson, apiErrorIn, sendFresh } from '#web/lib/net/call.ts'
import type { RawResponse } from '#web/lib/net/call.ts'
import { throwIfAborted } from '#web/lib/net/signals.ts'
import { propertyOf } from '#web/lib/browser/property-of.ts'

export type UploadTarget = { url: string; preset: string }
/** A poster is the still picture of a video. */
export type UploadContent = { file: File; poster?: File | null }
export type UploadedFile = { url: string; thumbnail: string | null }
export type Watch = {
  onProgress: (share: number) => void
  /** Is called with the number of bytes that the server has from earlier attempts. */
  onReached?: (bytes: number) => void
  signal: AbortSignal
}

const stallMs = 60_000
/** What is sent in a few seconds begins again after a break, because it then takes one call instead of two. */
const resumedBytes = 256_000

/**
 * Uploads a file and resolves to its URLs. Uses XMLHttpRequest, since fetch does not report the progress of an upload.
 */
export async function upload(
  { url, preset }: UploadTarget,
  parcel: UploadContent,
  watch: Watch,
): Promise<UploadedFile> {
  const isOurs = isOwnServer(url)
  // An image host does not support posters.
  // An image host must never receive our token.
  const sent = isOurs
    ? await sendHere({ url, preset }, parcel, watch)
    : { ...(await sendBody({ url, body: formOf({ file: parcel.file }, preset) }, watch)), token: undefined }
  const body = readJson(sent.text)
  const address = propertyOf(body, 'secure_url')
  const thumbnail = propertyOf(body, 'thumbnail_url')
  if (sent.status === 200 && typeof address === 'string')
    return { url: address, thumbnail: typeof thumbnail === 'string' ? thumbnail : null }
  throw isOurs ? apiErrorIn(sent) : hostErrorIn(sent)
}

async function sendHere({ url, preset }: UploadTarget, parcel: UploadContent, watch: Watch) {
  if (parcel.file.size > resumedBytes) {
    const { sendResumable } = await import('#web/lib/net/send-resumable.ts').catch(() => {
      throw noResponse()
    })
    return sendResumable(preset, parcel, watch)
  }
  const body = formOf(parcel, preset)
  return sendFresh((token) => sendBody({ url, token, body }, watch))
}

export function isOwnServer(url: string): boolean {
  return new URL(url, location.origin).origin === location.origin
}

function formOf({ file, poster }: UploadContent, preset: string): FormData {
  const form = new FormData()
  form.append('upload_preset', preset)
  form.append('file', file)
  if (poster) form.append('poster', poster)
  return form
}

export type Upload = {
  method?: 'POST' | 'PATCH'
  url: string
  token?: string | undefined
  headers?: Record<string, string>
  body: FormData | Blob
}

/** Aborts after a minute without progress, however long the whole upload takes. */
export function sendBody(
  { method = 'POST', url, token, headers = {}, body }: Upload,
  { onProgress, signal }: Watch,
) {
  throwIfAborted(signal)
  return new Promise<RawResponse>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(noResponse())
    const stall = timer(() => request.abort())
    request.upload.onprogress = ({ loaded, total }) => {
      stall.restart()
      onProgress(total === 0 ? 0 : loaded / total)
    }
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = fail
    request.onabort = fail
    request.onloadend = stall.stop
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(method, url)
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(body)
  })
}

function timer(onEnd: () => void) {
  let running = setTimeout(onEnd, stallMs)
  return {
    stop: () => clearTimeout(running),
    restart() {
      clearTimeout(running)
      running = setTimeout(onEnd, stallMs)
    },
  }
}

/** Our server sends `error: [sentence]`, Cloudinary `error: { message }`. */
function hostErrorIn({ status, text }: RawResponse): CallError {
  const sentence = propertyOf(propertyOf(readJson(text), 'error'), 'message')
  return new CallError(status, { error: typeof sentence === 'string' ? [sentence] : [] })
}
