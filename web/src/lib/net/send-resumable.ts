import { createUpload, offsetStream, posterPreset } from '@rootsquare/contract/uploads'
import { apiErrorIn, noResponse, sendFresh } from '#web/lib/net/call.ts'
import { sendBody, type UploadContent, type Watch } from '#web/lib/net/upload.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'
import { databaseName } from '#web/lib/storage/database-name.ts'

const version = { 'tus-resumable': '1.0.0' }
const area = () => localStorage

/** Sends a file by tus. The next try with the same file goes on where this one stopped, also after a reload. */
export async function sendResumable(preset: string, { file, poster }: UploadContent, watch: Watch) {
  // A sign-out deletes what begins so.
  const owner = databaseName(currentSession()?.userId ?? 0)
  const place = `${owner}.upload.${file.name}.${file.size}.${file.lastModified}`
  const known = readStored(area, place)
  const offset = known === null ? 0 : await offsetOf(known)
  const begun = offset === null ? null : known
  const url =
    begun ?? (await begin(file, { upload_preset: preset, ...(poster && (await sendPoster(poster, watch))) }))
  writeStored(area, place, url)
  watch.onReached?.(offset ?? 0)
  const sent = await sendFrom(url, file, offset ?? 0, watch)
  // Another call is sending the same file, and will say how far it got.
  if (sent.status === 409) throw noResponse()
  writeStored(area, place, null)
  return sent
}

/** Returns the address of a new upload. */
async function begin(file: File, metadata: Record<string, string>): Promise<string> {
  const pairs = Object.entries({ filename: file.name, ...metadata }).map(
    ([name, value]) => `${name} ${base64(value)}`,
  )
  const headers = { 'upload-length': String(file.size), 'upload-metadata': pairs.join() }
  const response = await send(`/api${createUpload.path}`, { method: 'POST', headers })
  return response.headers.get('location') ?? ''
}

/** Returns how much has arrived, and null if the server knows nothing of the upload, for instance after a day. */
async function offsetOf(url: string): Promise<number | null> {
  const response = await send(url, { method: 'HEAD' }, 404)
  return response.ok ? Number(response.headers.get('upload-offset')) : null
}

/** Returns the response, or throws what the server said unless it is `expected`. */
async function send(url: string, init: RequestInit, expected?: number): Promise<Response> {
  let response: Response | undefined
  const sent = await sendFresh(async (token) => {
    const headers = { ...init.headers, ...version, authorization: `Bearer ${token}` }
    response = await fetch(url, { ...init, headers }).catch(() => undefined)
    if (!response) throw noResponse()
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('retry-after'),
    }
  })
  if (!response || (!response.ok && sent.status !== expected)) throw apiErrorIn(sent)
  return response
}

async function sendFrom(url: string, file: File, offset: number, { signal, onProgress }: Watch) {
  const headers = { ...version, 'content-type': offsetStream, 'upload-offset': String(offset) }
  const body = file.slice(offset, file.size, offsetStream)
  const onPart = (share: number) => onProgress((offset + share * body.size) / file.size)
  const sent = await sendFresh((token) =>
    sendBody({ method: 'PATCH', url, token, headers, body }, { signal, onProgress: onPart }),
  )
  if (sent.status >= 500) throw apiErrorIn(sent)
  return sent
}

/** A video names its poster, which is sent before it. */
async function sendPoster(poster: File, { signal }: Watch): Promise<{ poster: string }> {
  const url = await begin(poster, { upload_preset: posterPreset })
  await sendFrom(url, poster, 0, { signal, onProgress: () => {} })
  return { poster: url.slice(url.lastIndexOf('/') + 1) }
}

/** Of the UTF-8 form, because `btoa` takes bytes. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
