import type { Locator, Page } from '@playwright/test'
import { expect, type Server } from './fixtures.ts'
import { signUpMember } from './members.ts'
import { enter } from './visit.ts'

export const uploads = '**/api/media/upload'
export const posts = '**/api/post/**/create'

export function composer(page: Page) {
  const card = page.getByRole('region', { name: 'New post' })
  return {
    card,
    text: card.getByRole('textbox', { name: 'What is happening back home?' }),
    post: card.getByRole('button', { name: 'Post', exact: true }),
    photo: card.getByRole('button', { name: 'Photo' }),
    video: card.getByRole('button', { name: 'Video' }),
    place: card.getByRole('button', { name: 'Place', exact: true }),
    placeField: card.getByRole('textbox', { name: 'Place' }),
    target: card.getByRole('combobox', { name: 'Post to' }),
    progress: card.getByRole('progressbar'),
    tiles: card.getByRole('list', { name: 'Pictures and videos of this post' }).getByRole('listitem'),
    rejected: card.getByRole('list', { name: 'Files that cannot be posted' }).getByRole('listitem'),
    status: card.getByRole('status'),
    restored: card.getByText('Draft restored'),
    button: (name: string) => card.getByRole('button', { name, exact: true }),
  }
}

/** A member of the first day, on the home page. */
export async function openComposer(page: Page, server: Server) {
  // Requests are intercepted from now on, however quickly the composer is opened.
  page.on('filechooser', () => undefined)
  const member = await signUpMember(server)
  await enter(page, member.token, '/user')
  await composer(page).text.waitFor()
  await page.getByText('No posts yet').or(page.getByRole('article')).first().waitFor()
  return member
}

/** The posts of the feed that say this. */
export function inFeed(page: Page, caption: string): Locator {
  return page.getByRole('article').filter({ hasText: caption })
}

/** `bytes`: these, or so many zeros. */
type Sent = { name: string; type: string; bytes?: number[] | number; text?: string }

/** Drags or pastes files that the page makes itself, since no size is too much for it. */
export async function give(
  target: Locator,
  how: 'dragenter' | 'drop' | 'paste',
  files: Sent[],
): Promise<void> {
  await target.evaluate(
    (element, { how, files }) => {
      const data = new DataTransfer()
      for (const { name, type, bytes = 0, text } of files) {
        const content = typeof bytes === 'number' ? new Uint8Array(bytes) : Uint8Array.from(bytes)
        data.items.add(new File([text ?? content], name, { type }))
      }
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent(how, { ...options, dataTransfer: data }),
      )
    },
    { how, files },
  )
}

/** A picture that the page draws, in bytes. */
export async function drawn(page: Page, width: number, height: number, type: string): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([width, height, type]) => {
      const canvas = new OffscreenCanvas(width, height)
      const pen = canvas.getContext('2d')
      pen?.fillRect(0, 0, width / 2, height)
      return [...new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer())]
    },
    [width, height, type] as const,
  )
  return Buffer.from(bytes)
}

/** As a camera that was held upright marks it: lying, to be turned a quarter to the right. */
export function turned(jpeg: Buffer): Buffer {
  const mark = 'ffe100224578696600004d4d002a00000008000101120003000000010006000000000000'
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from(mark, 'hex'), jpeg.subarray(2)])
}

/** Half a second of a red square, as browsers record it. */
export async function filmed(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 180
    const pen = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const chunks: Blob[] = []
    recorder.ondataavailable = ({ data }) => chunks.push(data)
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    recorder.start()
    for (let frame = 0; frame < 20; frame += 1) {
      if (pen) pen.fillStyle = frame % 2 === 0 ? '#dc1414' : '#dd1515'
      pen?.fillRect(0, 0, 320, 180)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    recorder.stop()
    await ended
    return [...new Uint8Array(await new Blob(chunks).arrayBuffer())]
  })
  return Buffer.from(bytes)
}

/** Looked at again until it is so: a picture that is replaced meanwhile cannot be decoded. */
export async function expectSize(image: Locator, size: { width: number; height: number }): Promise<void> {
  const read = async (element: HTMLImageElement) => {
    await element.decode()
    return { width: element.naturalWidth, height: element.naturalHeight }
  }
  await expect(async () => expect(await image.evaluate(read)).toEqual(size)).toPass()
}

type SavedDrafts = { texts: string[]; descriptions: string[]; files: number }

/** What the member's drafts on this device contain. */
function savedDrafts(page: Page, memberId: number): Promise<SavedDrafts> {
  return page.evaluate(
    (name) =>
      new Promise<SavedDrafts>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(new Error('There are no drafts here.'))
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(['drafts', 'files'])
          type Draft = { text: string; files: { alt: string }[] }
          const posts = IDBKeyRange.bound('rootsquare.post.', 'rootsquare.post.~')
          const drafts: IDBRequest<Draft[]> = transaction.objectStore('drafts').getAll(posts)
          const files = transaction.objectStore('files').count()
          transaction.oncomplete = () => {
            opening.result.close()
            resolve({
              texts: drafts.result.map(({ text }) => text),
              descriptions: drafts.result.flatMap((draft) => draft.files.map(({ alt }) => alt)),
              files: files.result,
            })
          }
        }
      }),
    `rootsquare.drafts.${memberId}`,
  )
}

/** Waits until the draft on the member's device has one file, described like this. */
export async function expectFileSaved(page: Page, memberId: number, alt: string): Promise<void> {
  await expect.poll(() => savedDrafts(page, memberId)).toMatchObject({ descriptions: [alt], files: 1 })
}

/** Waits until the draft on the member's device says this. */
export async function expectDraftSaved(page: Page, memberId: number, text: string): Promise<void> {
  await expect.poll(async () => (await savedDrafts(page, memberId)).texts).toContain(text)
}

/** On top, and once; that it is stored the tests of the API show. */
export async function expectOnTop(page: Page, caption: string): Promise<void> {
  await expect(page.getByRole('article').first()).toContainText(caption)
  await expect(inFeed(page, caption)).toHaveCount(1)
}

/** Away from the page of the composer and back, without a reload. */
export async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Groups' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await page.goBack()
  await expect(composer(page).text).toBeVisible()
}
