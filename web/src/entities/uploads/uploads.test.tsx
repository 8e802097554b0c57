import { listStates } from '@rootsquare/contract/addresses'
import { getProfile, updateProfile } from '@rootsquare/contract/profiles'
import { getClosure } from '@rootsquare/contract/accounts'
import { getConfig, type Config } from '@rootsquare/contract/product'
import { createUpload } from '@rootsquare/contract/uploads'
import { listGroups, listMemberGroups } from '@rootsquare/contract/groups'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteStored } from '#web/lib/storage/member-store.ts'
import { sampleProfile } from '#web/test/members.ts'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { pagesOf } from '#web/test/group-answers.ts'
import { FakeUpload, uploadOf } from '#web/test/fake-upload.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, expectNotice, fill, notices, press } from '#web/test/page.ts'

const failed = 'Image upload failed'
const wrongType = 'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.'
const address = '/media/one.webp'

const { getContext, toBlob } = HTMLCanvasElement.prototype

/** Simulates how the browser renders the chosen part. */
let made: Promise<Blob>

beforeEach(() => {
  FakeUpload.sent = []
  made = Promise.resolve(new Blob(['picture'], { type: 'image/webp' }))
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  openPicturesBy(() => Promise.resolve())
  const pen = { fillRect: () => {}, drawImage: () => {} }
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => pen,
    toBlob: async (onMade: (blob: Blob) => void) => onMade(await made),
  })
  let stored = sampleProfile()
  answer(getProfile, () => stored)
  answer(getClosure, () => ({ preClosed: false, gracePeriod: 0 }))
  answer(getConfig, () => config('/api/media/upload', 'picture'))
  answer(updateProfile, ({ body }) => {
    stored = { ...stored, profileImage: body.profileImage ?? null }
    return stored
  })
})

afterEach(() => Object.assign(HTMLCanvasElement.prototype, { getContext, toBlob }))

function config(url: string, preset: string): Config {
  const upload = { url, preset, maxImageBytes: 10_000_000, maxVideoBytes: 100_000_000 }
  return { brand: 'Rootsquare', demo: false, payments: 'sandbox', upload, push: null }
}

/** Simulates how the browser opens a chosen file. */
function openPicturesBy(decode: () => Promise<void>): void {
  const opened = { src: '', decode, naturalWidth: 60, naturalHeight: 60 }
  vi.stubGlobal('Image', function () {
    return { ...opened }
  })
}

const update = () => button('Update')
const undo = () => screen.queryByRole('button', { name: 'Undo the change of your avatar' })
const retry = () => button('Retry the upload of your avatar')
const cropDialog = () => screen.queryByRole('dialog', { name: /^Crop your/ })

async function openForm(): Promise<void> {
  await openApp('/settings')
  await press('Update Profile')
  await screen.findByLabelText('File of your avatar')
}

async function choose(file: File, whose = 'your avatar'): Promise<void> {
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(screen.getByLabelText(`File of ${whose}`), file)
}

/** Delays rendering until the returned function is called. */
async function delayMaking(): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<Blob>()
  const blob = await made
  made = promise
  return () => resolve(blob)
}

const picture = () => new File(['x'], 'a.png', { type: 'image/png' })

async function usePicture(): Promise<void> {
  await choose(picture())
  await press('Use picture')
  await waitFor(() => expect(cropDialog()).not.toBeInTheDocument())
}

test.each([
  ['an empty file', new File([], 'b.png', { type: 'image/png' }), 'This file is empty.'],
  ['a drawing', new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), wrongType],
  ['a document', new File(['%PDF'], 'c.pdf', { type: 'application/pdf' }), wrongType],
])('rejects %s before it is opened', async (_, file, text) => {
  await openForm()
  const input = screen.getByLabelText('File of your avatar')
  expect(input).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp,image/gif,image/avif')
  await choose(file)
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(cropDialog()).not.toBeInTheDocument()
  expect(undo()).not.toBeInTheDocument()
})

test('rejects what the browser cannot open', async () => {
  openPicturesBy(() => Promise.reject(new Error('no picture')))
  await openForm()
  await choose(picture())
  const text = 'This file is not a picture that can be opened here.'
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
})

test('rejects an avatar of 2,000,000 bytes before it is sent', async () => {
  made = Promise.resolve(new Blob([new Uint8Array(2_000_000)], { type: 'image/webp' }))
  await openForm()
  await usePicture()
  expect(await screen.findByRole('alert')).toHaveTextContent('Avatar size should be less than 2 MB!')
  expect(screen.queryByRole('button', { name: 'Retry the upload of your avatar' })).not.toBeInTheDocument()
  expect(FakeUpload.sent).toEqual([])
})

test('sends an avatar of 1,999,999 bytes', async () => {
  answer(createUpload, () => null)
  made = Promise.resolve(new Blob([new Uint8Array(1_999_999)], { type: 'image/webp' }))
  await openForm()
  await usePicture()
  const sent = await uploadOf(1)
  expect(sent.headers).toMatchObject({
    authorization: expect.stringMatching(/^Bearer /),
    'upload-offset': '0',
  })
  const [begun] = callsOf(createUpload)
  expect(begun?.headers.get('upload-length')).toBe('1999999')
  expect(begun?.headers.get('upload-metadata')).toContain(`upload_preset ${btoa('avatar')}`)
  const remembered = () => Object.keys(window.localStorage).filter((key) => key.includes('upload'))
  expect(remembered()).toHaveLength(1)
  // A sign-out also deletes the name of a file whose upload has not ended.
  deleteStored(1)
  expect(remembered()).toEqual([])
})

test('sends a small avatar with the stricter preset', async () => {
  await openForm()
  await usePicture()
  const sent = await uploadOf(1)
  expect(sent.url).toBe('/api/media/upload')
  expect(sent.form.get('upload_preset')).toBe('avatar')
  expect(sent.headers.authorization).toMatch(/^Bearer /)
})

test('shows the progress of an upload, and saving waits for it', async () => {
  await openForm()
  await usePicture()
  const sent = await uploadOf(1)
  await act(async () => sent.upload.onprogress?.({ loaded: 40, total: 100 }))
  expect(screen.getByRole('progressbar', { name: 'Uploading your avatar' })).toHaveAttribute('value', '40')
  await userEvent.click(await update())
  expect(await update()).toHaveAttribute('aria-disabled', 'true')
  for (const name of ['Choose avatar', 'Remove avatar', 'Undo the change of your avatar'])
    expect(await button(name)).toBeDisabled()
  expect(callsOf(updateProfile)).toEqual([])
  await sent.respond(200, { secure_url: address })
  await expectNotice('Profile updated successfully')
  expect(callsOf(updateProfile)[0]?.body).toEqual({ profileImage: address })
  await press('Update Profile')
  expect(await screen.findByRole('img', { name: 'Your avatar' })).toHaveAttribute('src', address)
})

test('saves nothing after a failed upload, which Retry sends again', async () => {
  await openForm()
  await usePicture()
  await (await uploadOf(1)).respond(507, { error: ['The store is full'], message: '' })
  await expectNotice(failed)
  screen.getByText('The store is full')
  screen.getByRole('img', { name: 'Your avatar' })
  await fill('First name', 'Oyiza')
  await userEvent.click(await update())
  await waitFor(async () => expect(await update()).not.toHaveAttribute('aria-disabled', 'true'))
  expect(callsOf(updateProfile)).toEqual([])
  await userEvent.click(await retry())
  expect(await button('Choose avatar')).toHaveFocus()
  expect(screen.queryByText(failed)).toBeNull()
  await (await uploadOf(2)).lose()
  await screen.findByText('Waiting for the connection…')
  window.dispatchEvent(new Event('online'))
  await (await uploadOf(3)).respond(200, { secure_url: address })
  await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument())
  await userEvent.click(await update())
  await expectNotice('Profile updated successfully')
  expect(callsOf(updateProfile)[0]?.body).toEqual({ firstname: 'Oyiza', profileImage: address })
})

test('a failed upload stops the waiting save, and is reported once', async () => {
  await openForm()
  await fill('First name', 'Oyiza')
  await usePicture()
  await userEvent.click(await update())
  await (await uploadOf(1)).respond(500, { error: ['Broken'], message: '' })
  await waitFor(async () => expect(await update()).not.toHaveAttribute('aria-disabled', 'true'))
  expect(within(await notices()).getAllByText(failed)).toHaveLength(1)
  expect(screen.getByLabelText('First name')).toHaveValue('Oyiza')
  await retry()
})

test('a new group forgets the failure of a picture that is sent again', async () => {
  answer(listGroups, pagesOf([]))
  answer(listMemberGroups, pagesOf([]))
  answer(listStates, () => [])
  await openApp('/group-list?tab=joined', { userId: 90, roles: ['ADMIN'] })
  await press('Create Group')
  await fill('Name', 'Weavers')
  await fill('Description', 'People of the loom')
  await choose(picture(), 'the group picture')
  await press('Use picture')
  await (await uploadOf(1)).respond(507, { error: ['The store is full'], message: '' })
  await press('Next')
  const form = within(screen.getByRole('dialog', { name: 'Create Group' }))
  expect(await form.findByText(failed)).toBeVisible()
  await press('Retry the upload of the group picture')
  expect(screen.queryByText(failed)).toBeNull()
})

test('a picture that is discarded while it is rendered is never sent', async () => {
  const finish = await delayMaking()
  await openForm()
  await choose(picture())
  await press('Use picture')
  expect(await button('Use picture')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(cropDialog()).not.toBeInTheDocument())
  await act(async () => finish())
  expect(undo()).not.toBeInTheDocument()
  expect(FakeUpload.sent).toEqual([])
})

test('a picture that is used twice is sent once', async () => {
  const finish = await delayMaking()
  await openForm()
  await choose(picture())
  await userEvent.dblClick(await button('Use picture'))
  await act(async () => finish())
  await (await uploadOf(1)).respond(200, { secure_url: address })
  await waitFor(() => expect(undo()).toBeInTheDocument())
  expect(FakeUpload.sent).toHaveLength(1)
})

test('a suspended member is signed out by an upload', async () => {
  await openForm()
  await usePicture()
  const message = 'This account is suspended.'
  await (await uploadOf(1)).respond(403, { error: [message], message, code: 'ACCOUNT_SUSPENDED' })
  await waitFor(() => expect(window.localStorage.getItem('rootsquare.token')).toBeNull())
})

test('an image host gets the preset it was given, and never our token', async () => {
  const host = 'https://api.cloudinary.com/v1_1/square/image/upload'
  answer(getConfig, () => config(host, 'members'))
  await openForm()
  await usePicture()
  const sent = await uploadOf(1)
  expect(sent.url).toBe(host)
  expect(sent.headers).toEqual({})
  expect(sent.form.get('upload_preset')).toBe('members')
  await sent.respond(401, { error: { message: 'Upload preset not found' } })
  await screen.findByText('Upload preset not found')
  expect(window.localStorage.getItem('rootsquare.token')).not.toBeNull()
})
