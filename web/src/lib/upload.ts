import { words } from '@rootsquare/contract/failure'
import { CallFailure } from '#web/lib/call.ts'
import { currentSession, endSession, underRenewalLock } from '#web/lib/session.ts'

export type UploadTarget = { url: string; preset: string }
type Watch = { onProgress: (share: number) => void; signal: AbortSignal }

const stallMs = 60_000

/** The address the file then has. fetch says nothing about the way up, so this is an XMLHttpRequest. */
export async function upload({ url, preset }: UploadTarget, file: File, watch: Watch): Promise<string> {
  const { status, text, token } = await sendFresh(url, formOf(file, preset), watch)
  const body = readJson(text)
  const address = fieldOf(body, 'secure_url')
  if (status === 200 && typeof address === 'string') return address
  if (status === 401 && token !== undefined && token === currentSession()?.token) endSession()
  throw new CallFailure(status, { error: sentencesIn(body) })
}

/** As with any call: a token that another tab was just trading in is worth a second try with the new one. */
async function sendFresh(url: string, form: FormData, watch: Watch) {
  // Cloudinary must never see a token of ours.
  const tokenNow = () => (isOwn(url) ? currentSession()?.token : undefined)
  const token = tokenNow()
  const sent = { ...(await send(url, { token, form }, watch)), token }
  if (sent.status !== 401 || token === undefined) return sent
  const fresh = await underRenewalLock(tokenNow)
  return fresh === token ? sent : { ...(await send(url, { token: fresh, form }, watch)), token: fresh }
}

export function isOwn(url: string): boolean {
  return new URL(url, location.origin).origin === location.origin
}

function formOf(file: File, preset: string): FormData {
  const form = new FormData()
  form.append('upload_preset', preset)
  form.append('file', file)
  return form
}

type Sent = { token: string | undefined; form: FormData }

/** Gives up when nothing has moved for a minute, however long the whole takes. */
function send(url: string, { token, form }: Sent, { onProgress, signal }: Watch) {
  signal.throwIfAborted()
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const lose = () => reject(new CallFailure(0, { error: [words.noResponse], code: 'NO_RESPONSE' }))
    const stall = timer(() => request.abort())
    request.upload.onprogress = ({ loaded, total }) => {
      stall.restart()
      onProgress(total === 0 ? 0 : loaded / total)
    }
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = lose
    request.onabort = lose
    request.onloadend = stall.stop
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', url)
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.send(form)
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

/** Our own form says it in `error: [sentence]`, Cloudinary's in `error: { message }`. */
function sentencesIn(body: unknown): string[] {
  const error = fieldOf(body, 'error')
  const told = Array.isArray(error) ? error : [fieldOf(error, 'message')]
  return told.filter((sentence) => typeof sentence === 'string')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fieldOf(thing: unknown, name: string): unknown {
  return typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined
}
