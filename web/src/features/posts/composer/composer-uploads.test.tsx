import { createPost } from '@rootsquare/contract/posts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { allowUnanswered, answer, callsOf } from '#web/test/fake-server.ts'
import { answerUploads, FakeUpload, pictureFile, uploadOf } from '#web/test/fake-upload.ts'
import { openFeed, ownPost, samplePost } from '#web/test/posts.ts'
import { button, expectNotice, existing } from '#web/test/page.ts'

const text = () => screen.findByRole('textbox', { name: 'What is happening back home?' })
const composer = async () => within(await screen.findByRole('region', { name: 'New post' }))
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Photo files'), { target: { files } })
const tiles = () => {
  const list = screen.queryByRole('list', { name: 'Pictures and videos of this post' })
  return list === null ? [] : within(list).getAllByRole('listitem')
}
const expectStatus = async (shown: string) => {
  const status = (await composer()).getByRole('status')
  await waitFor(() => expect(status).toHaveTextContent(shown, { normalizeWhitespace: true }))
}
const sentMedia = () => callsOf(createPost).map(({ body }) => body.postImageDTO)

beforeEach(() => {
  answerUploads()
  answer(createPost, ({ body }) => ownPost({ id: 100, caption: body.caption }))
})

test('Post waits for all files and then sends, unless it is cancelled', async () => {
  const user = await openFeed(samplePost())
  choose(pictureFile('wide.png'), pictureFile('small.png'))
  await uploadOf(2)
  expect(await screen.findAllByRole('progressbar')).toHaveLength(2)
  await expectStatus('Write a few words to post this.')
  await user.type(await text(), 'Two of them')
  await user.click(await button('Describe this picture: wide.png'))
  await user.keyboard('A wide cloth')
  await user.click(await button('Post'))
  await expectStatus('Waiting for 2 files…')
  expect(await text()).toHaveAttribute('readonly')
  await user.click(await button('Cancel'))
  expect(await text()).not.toHaveAttribute('readonly')
  expect((await composer()).getByRole('status')).toHaveTextContent('')
  await user.click(await button('Post'))
  for (const one of FakeUpload.sent) await one.arrive()
  await waitFor(() => expect(sentMedia()).toHaveLength(1))
  const [wide, small] = ['/media/wide.png', '/media/small.png']
  expect(sentMedia()).toEqual([
    [
      { postImage: wide, thumbnail: null, alt: 'A wide cloth' },
      { postImage: small, thumbnail: null, alt: null },
    ],
  ])
  await waitFor(() => expect(tiles()).toHaveLength(0))
})

test('a cancelled upload is left out of the post, and the focus moves on', async () => {
  const user = await openFeed(samplePost())
  choose(pictureFile('a.png'), pictureFile('b.png'))
  await uploadOf(2)
  await user.click(await button('Cancel the upload of a.png'))
  expect(tiles()).toHaveLength(1)
  expect(await button('Cancel the upload of b.png')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(tiles()).toHaveLength(0)
  expect(await text()).toHaveFocus()
  await user.keyboard('Without')
  await user.click(await button('Post'))
  await waitFor(() => expect(sentMedia()).toEqual([[]]))
})

test('a failed file can be sent again, and Post leads to it until then', async () => {
  const user = await openFeed(samplePost())
  await user.type(await text(), 'With a picture')
  choose(pictureFile('a.png'))
  const many = 'Many files are being uploaded.'
  await (await uploadOf(1)).respond(429, { error: [many], message: 'x' })
  await waitFor(() => expect(within(existing(tiles()[0])).getByRole('alert')).toHaveTextContent(many))
  await expectStatus('Retry or remove the files that did not upload.')
  await user.click(await button('Post'))
  expect(await button('Remove a.png')).toHaveFocus()
  expect(callsOf(createPost)).toEqual([])
  await user.click(await button('Retry the upload of a.png'))
  expect(await button('Cancel the upload of a.png')).toHaveFocus()
  // A lost file is sent again as soon as there is a connection.
  await (await uploadOf(2)).lose()
  await waitFor(() => expect(tiles()[0]).toHaveTextContent('Waiting for the connection…'))
  fireEvent(window, new Event('online'))
  await (await uploadOf(3)).arrive()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(within(existing(tiles()[0])).queryByRole('alert')).toBeNull()
})

test('several files that failed are sent again by one press', async () => {
  const user = await openFeed(samplePost())
  choose(pictureFile('a.png'), pictureFile('b.png'))
  await uploadOf(2)
  for (const one of FakeUpload.sent) await one.respond(500, { error: ['Broken.'], message: 'x' })
  await user.click(await button('Retry all'))
  expect(await button('Cancel the upload of a.png')).toHaveFocus()
  await uploadOf(4)
  for (const one of FakeUpload.sent.slice(2)) await one.arrive()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull()
})

test('shows how much smaller a picture was made', async () => {
  const canvas = { getContext: () => ({ drawImage: () => {} }) }
  const small = new Blob([new Uint8Array(209_001)], { type: 'image/webp' })
  const toBlob = (onMade: (blob: Blob) => void) => onMade(small)
  Object.assign(HTMLCanvasElement.prototype, { ...canvas, toBlob })
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => {} }))
  await openFeed(samplePost())
  choose(new File([new Uint8Array(4_150_000)], 'photo.jpg', { type: 'image/jpeg' }))
  await waitFor(() => expect(tiles()[0]).toHaveTextContent('4.2 MB → 210 kB'))
})

test('a file that failed while its progress was shown is not sent again by itself', async () => {
  await openFeed(samplePost())
  choose(pictureFile('a.png'))
  const upload = await uploadOf(1)
  const bar = await screen.findByRole('progressbar')
  // Runs before the effects of the progress.
  const atProgress = new MutationObserver(() => {
    atProgress.disconnect()
    Object.assign(upload, { status: 500, responseText: JSON.stringify({ error: ['Busy.'], message: 'x' }) })
    upload.onload()
  })
  atProgress.observe(bar, { attributes: true, childList: true, subtree: true })
  upload.upload.onprogress?.({ loaded: 1, total: 2 })
  await expectStatus('Retry or remove the files that did not upload.')
  expect(FakeUpload.sent).toHaveLength(1)
})

test('rejects what is no picture before it is sent', async () => {
  const cannotOpen = new DOMException('The source image could not be decoded.', 'InvalidStateError')
  vi.stubGlobal('createImageBitmap', () => Promise.reject(cannotOpen))
  await openFeed(samplePost())
  choose(pictureFile('letter.png'))
  const rejected = await screen.findByRole('list', { name: 'Files that cannot be posted' })
  expect(rejected).toHaveTextContent('letter.png This file is not a picture that can be opened here.')
  expect(tiles()).toHaveLength(0)
  expect(FakeUpload.sent).toEqual([])
})

test('a final rejection offers neither Retry nor a description', async () => {
  await openFeed(samplePost())
  choose(pictureFile('c.png'))
  await (await uploadOf(1)).respond(400, { error: ['This picture is damaged.'], message: 'x' })
  await waitFor(() => expect(tiles()[0]).toHaveTextContent('This picture is damaged.'))
  expect(screen.queryByRole('button', { name: 'Retry the upload of c.png' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Describe this picture: c.png' })).toBeNull()
  await expectStatus('Remove the files that did not upload.')
})

test('leaving the page cancels a post that waits for its files, and says so', async () => {
  allowUnanswered()
  const user = await openFeed(samplePost())
  await user.type(await text(), 'In a hurry')
  choose(pictureFile('a.png'))
  await uploadOf(1)
  await user.click(await button('Post'))
  await expectStatus('Waiting for 1 file…')
  for (const link of screen.getAllByRole('link', { name: /^Inbox/ }).slice(0, 1)) await user.click(link)
  await expectNotice(/^Your post was not sent.+ It is saved as a draft\.$/)
  expect(callsOf(createPost)).toEqual([])
})

test('names a picture that is too large and one that cannot be opened', async () => {
  await openFeed(samplePost())
  const huge = new File([new Uint8Array(10_000_001)], 'huge.png', { type: 'image/png' })
  choose(huge, new File(['x'], 'phone.heic', { type: 'image/heic' }))
  const rejected = await screen.findByRole('list', { name: 'Files that cannot be posted' })
  await waitFor(() => expect(within(rejected).getAllByRole('listitem')).toHaveLength(2))
  expect(rejected).toHaveTextContent('huge.png A picture may have at most 10 MB.')
  const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures and MP4, WebM and QuickTime videos are accepted.'
  expect(rejected).toHaveTextContent(`phone.heic ${kinds} Save it as JPEG first.`)
  expect(tiles()).toHaveLength(0)
})
