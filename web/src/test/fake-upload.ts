import { getConfig, type Config } from '@rootsquare/contract/product'
import { act, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { answer } from '#web/test/fake-server.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

/** An upload that the page began and the test ends. */
export class FakeUpload {
  static sent: FakeUpload[] = []
  upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {}
  status = 0
  responseText = ''
  url = ''
  form = new FormData()
  headers: Record<string, string> = {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  open(_: string, url: string): void {
    this.url = url
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  send(form: FormData): void {
    this.form = form
    FakeUpload.sent.push(this)
  }
  abort(): void {
    this.onabort()
    this.onloadend()
  }
  get fileName(): string {
    const file = this.form.get('file')
    return file instanceof File ? file.name : ''
  }
  async respond(status: number, body: object): Promise<void> {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    await act(async () => {
      this.onload()
      this.onloadend()
    })
  }
  async lose(): Promise<void> {
    await act(async () => {
      this.onerror()
      this.onloadend()
    })
  }
  /** Completes the upload under the name of the file. */
  arrive(): Promise<void> {
    return this.respond(200, { secure_url: `/media/${this.fileName}`, thumbnail_url: null })
  }
}

/** Answers uploads until the end of the test. Pictures are not drawn here, so files are sent unchanged. */
export function answerUploads(): void {
  FakeUpload.sent = []
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not drawn here')))
  answer(getConfig, () => configWith(null))
}

export function configWith(push: Config['push']): Config {
  const upload = { url: '/api/media/upload', preset: 'x', maxImageBytes: 1e7, maxVideoBytes: 5e7 }
  return { brand: 'Rootsquare', demo: false, payments: 'sandbox', upload, push }
}

/** Waits until this many uploads have begun, and returns the last one. */
export async function uploadOf(count: number): Promise<FakeUpload> {
  await waitFor(() => expect(FakeUpload.sent).toHaveLength(count))
  const last = lastOf(FakeUpload.sent)
  if (last === undefined) throw new Error('Nothing was sent.')
  return last
}

export const pictureFile = (name: string) => new File(['x'], name, { type: 'image/png' })
