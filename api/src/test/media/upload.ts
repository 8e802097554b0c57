import { Uploaded } from '@rootsquare/contract/uploads'
import type { TestApp } from '#api/test/test-app.ts'

type Sent = {
  file?: Uint8Array<ArrayBuffer>
  poster?: Uint8Array<ArrayBuffer>
  preset?: string
  /** Sent with the file, but ignored by the server. */
  name?: string
  type?: string
}

/** Builds the form as a browser does. */
export function formOf({
  file,
  poster,
  preset = 'rootsquare',
  name = 'picture.jpg',
  type = 'image/jpeg',
}: Sent) {
  const form = new FormData()
  form.append('upload_preset', preset)
  if (file) form.append('file', new Blob([file], { type }), name)
  if (poster) form.append('poster', new Blob([poster], { type: 'image/jpeg' }), 'poster.jpg')
  return form
}

export async function sendForm(app: { url: string }, { token }: { token: string }, form: FormData) {
  const response = await fetch(`${app.url}/api/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const body: unknown = await response.json()
  return { status: response.status, body, headers: response.headers }
}

export const sendFile = (app: { url: string }, member: { token: string }, sent: Sent) =>
  sendForm(app, member, formOf(sent))

/** Uploads a file and expects success. */
export async function upload(app: { url: string }, member: { token: string }, sent: Sent): Promise<Uploaded> {
  const { status, body } = await sendFile(app, member, sent)
  if (status !== 200) throw new Error(`The upload was refused: ${JSON.stringify(body)}`)
  return Uploaded.strict().parse(body)
}

export async function fetchMedia(
  app: { url: string },
  address: string | null,
  headers: Record<string, string> = {},
) {
  const response = await fetch(new URL(address ?? '/media/none', app.url), { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

export async function mediaRows({ deps }: TestApp) {
  return deps.db.selectFrom('media').selectAll().orderBy('id').execute()
}
