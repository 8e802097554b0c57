import { createMessage, listConversations, takeBackMessage } from '@rootsquare/contract/messages'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  answerAround,
  inboxPage,
  inboxRow,
  outgoing,
  received,
  sent,
  shownMessages,
} from '#web/test/message-answers.ts'
import { allowUnanswered, answer, callsOf, Rejection } from '#web/test/fake-server.ts'
import { answerUploads, FakeUpload, uploadOf } from '#web/test/fake-upload.ts'
import { openApp } from '#web/test/open-app.tsx'
import { notices, existing } from '#web/test/page.ts'
import { storedUnsent, storeDraft, storeUnsent } from '#web/test/unsent.ts'

const path = '/messages/2'
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await button(name))
const image = { url: '/media/a.webp', thumbnail: '/media/a-720.webp', type: 'image' as const }
const picture = { ...image, width: 300, height: 200, duration: null }
const note = {
  url: '/media/n.weba',
  thumbnail: null,
  type: 'audio' as const,
  width: null,
  height: null,
  duration: 7.2,
}

/** Replaces the microphone and the recorder with silent ones. */
function stubRecorder(ask: () => Promise<unknown>) {
  const stopTrack = vi.fn()
  const stream = { getTracks: () => [{ stop: stopTrack }] }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    mediaDevices: { getUserMedia: async () => (await ask()) ?? stream },
  })
  vi.stubGlobal(
    'MediaRecorder',
    class extends EventTarget {
      static isTypeSupported = (type: string) => type.startsWith('audio/webm')
      state = 'inactive'
      start(): void {
        this.state = 'recording'
      }
      stop(): void {
        this.state = 'inactive'
        this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) }))
        this.dispatchEvent(new Event('stop'))
      }
    },
  )
  const analyser = { fftSize: 4, getByteTimeDomainData: (into: Uint8Array) => into.fill(160) }
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = () => analyser
      createMediaStreamSource = () => ({ connect: () => {} })
      close = async () => {}
    },
  )
  return { stopTrack }
}

beforeEach(() => {
  answerUploads()
  answerAround()
  answer(createMessage, ({ body }) => {
    const media = 'media' in body ? body.media : []
    const shown = media.map(({ url }) => ({ ...(url === note.url ? note : picture), url }))
    return sent(100, 'message' in body ? body.message : '', { media: shown })
  })
})

async function choose(...types: string[]): Promise<void> {
  await button('Attach pictures')
  const files = types.map((type, at) => new File(['x'], `${at}`, { type }))
  await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Pictures to attach'), files)
}

const attached = () => screen.queryByRole('list', { name: 'Attached' })
const sentBodies = () => callsOf(createMessage).map(({ body }) => body)

test('sends pictures without a text once they are uploaded', async () => {
  await openApp(path)
  await choose('image/png')
  const upload = await uploadOf(1)
  await act(async () => upload.upload.onprogress?.({ loaded: 40, total: 100 }))
  const bar = screen.getByRole('progressbar', { name: 'Uploading picture 1' })
  await waitFor(() => expect(bar).toHaveAttribute('value', '40'))
  expect(await button('Send message')).toHaveAttribute('aria-disabled', 'true')
  await upload.respond(200, { secure_url: image.url, thumbnail_url: image.thumbnail })
  await press('Send message')
  await waitFor(() => expect(screen.getByRole('img', { name: 'Open picture' })).toBeVisible())
  await waitFor(() => expect(sentBodies()).toMatchObject([{ message: '', media: [{ url: image.url }] }]))
  expect(attached()).toBeNull()
})

test('a failed upload shows why and can be repeated or removed', async () => {
  await openApp(path)
  await choose('image/png', 'image/png')
  await (await uploadOf(2)).respond(507, { error: ['The store is full'], message: '' })
  await screen.findByText('The store is full')
  await press('Retry the upload of picture 2')
  expect(await button('Cancel the upload of picture 2')).toHaveFocus()
  await (await uploadOf(3)).respond(200, { secure_url: image.url, thumbnail_url: null })
  await press('Cancel the upload of picture 1')
  await press('Send message')
  await waitFor(() => expect(sentBodies()).toMatchObject([{ media: [{ url: image.url }] }]))
})

function storedPicture(at: number) {
  const uploaded = { url: image.url, thumbnail: image.thumbnail }
  return { id: 'a', kind: 'image', name: 'a.webp', alt: '', done: { is: 'done', uploaded, at } }
}

test('an uploaded picture survives a closed tab until it is sent', async () => {
  storeDraft('attachments', 2, { files: [storedPicture(Date.now())] })
  await openApp(path)
  const shown = await screen.findByRole('img', { name: 'Attached picture 1' })
  expect(shown).toHaveAttribute('src', image.thumbnail)
  await choose('image/png')
  await (await uploadOf(1)).respond(200, { secure_url: '/media/b.webp', thumbnail_url: null })
  await waitFor(() => expect(storedUnsent()).toContain('/media/b.webp'))
  await press('Send message')
  await waitFor(() =>
    expect(sentBodies()).toMatchObject([{ media: [{ url: image.url }, { url: '/media/b.webp' }] }]),
  )
  expect(storedUnsent()).not.toContain('/media/a.webp')
})

test('a picture that the server may have deleted is not shown again', async () => {
  storeDraft('attachments', 2, { files: [storedPicture(Date.now() - 13 * 3_600_000)] })
  await openApp(path)
  await within(await notices()).findByText(/^a\.webp: This file could not be saved with the draft/)
  expect(attached()).toBeNull()
})

test('pictures stay with a message that is not sent', async () => {
  answer(createMessage, () => Promise.reject(new Rejection(429, 'Not so fast')))
  await openApp(path)
  await choose('image/png')
  await (await uploadOf(1)).respond(200, { secure_url: image.url, thumbnail_url: image.thumbnail })
  await press('Send message')
  await waitFor(() => expect(outgoing()).toEqual([expect.stringContaining('Not so fast')]))
  expect(screen.getByRole('img', { name: 'Open picture' })).toHaveAttribute('src', image.thumbnail)
  answer(createMessage, () => sent(100, '', { media: [picture] }))
  await press('Retry')
  await waitFor(() => expect(outgoing()).toEqual([]))
  expect(sentBodies()[1]).toMatchObject({ media: [{ url: image.url }] })
})

test('attaches at most four pictures, and nothing else', async () => {
  await openApp(path)
  await choose(...Array<string>(5).fill('image/png'))
  await within(await notices()).findByText('A message can have at most 4 pictures.')
  await waitFor(() => expect(within(existing(attached())).getAllByRole('listitem')).toHaveLength(4))
  await choose('application/pdf')
  await within(await notices()).findByText(/^Only JPEG, PNG/)
})

test('a picture opens large', async () => {
  answerAround([received(1, 'Look', { media: [picture, { ...picture, url: '/media/b.webp' }] })])
  await openApp(path)
  await press('Open picture 2 of 2')
  const box = await screen.findByRole('dialog', { name: 'Pictures from Bose Ade' })
  expect(within(box).getByText('Picture 2 of 2')).toBeVisible()
})

test('records a voice note and sends it', async () => {
  const { stopTrack } = stubRecorder(async () => undefined)
  await openApp(path)
  await press('Record a voice note')
  await screen.findByText('Recording')
  expect(await button('Send voice note')).toHaveFocus()
  await press('Send voice note')
  await (await uploadOf(1)).respond(200, { secure_url: note.url, thumbnail_url: null })
  await waitFor(() => expect(sentBodies()).toMatchObject([{ message: '', media: [{ url: note.url }] }]))
  expect(await button('Play voice note, 0:07')).toBeVisible()
  expect(stopTrack).toHaveBeenCalled()
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus())
})

test('a voice note that the device could not keep says so', async () => {
  storeUnsent('message', 2, { id: 'n1', text: '', media: [{ fileId: 'f1', type: 'audio', duration: 7.2 }] })
  await openApp(path)
  await screen.findByText(/^This voice note could not be saved on the device/)
  await press('Delete')
  await waitFor(() => expect(outgoing()).toEqual([]))
  expect(sentBodies()).toEqual([])
})

test('a voice note that is still uploaded can be cancelled', async () => {
  stubRecorder(async () => undefined)
  await openApp(path)
  await press('Record a voice note')
  await screen.findByText('Recording')
  await press('Send voice note')
  await uploadOf(1)
  await press('Cancel the voice note')
  await waitFor(() => expect(outgoing()).toEqual([]))
  expect(sentBodies()).toEqual([])
})

test('a cancelled voice note is not sent and frees the microphone', async () => {
  const { stopTrack } = stubRecorder(async () => undefined)
  await openApp(path)
  await press('Record a voice note')
  await screen.findByText('Recording')
  await press('Cancel the voice note')
  await screen.findByRole('textbox')
  expect([FakeUpload.sent, stopTrack.mock.calls.length]).toEqual([[], 1])
})

test('shows why nothing can be recorded', async () => {
  stubRecorder(() => Promise.reject(Object.assign(new Error('no'), { name: 'NotAllowedError' })))
  await openApp(path)
  await press('Record a voice note')
  expect(await screen.findByText(/^The microphone is not allowed/)).toBeVisible()
  await press('OK')
  vi.stubGlobal('MediaRecorder', undefined)
  await press('Record a voice note')
  expect(await screen.findByText(/^This browser cannot record voice notes/)).toBeVisible()
})

test('plays a voice note faster and from another position', async () => {
  const players: HTMLAudioElement[] = []
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(
    this: HTMLMediaElement,
  ) {
    if (this instanceof HTMLAudioElement) players.push(this)
    this.dispatchEvent(new Event('play'))
  })
  // The sound does not load, so the waveform stays flat.
  allowUnanswered()
  answerAround([received(1, '', { media: [note] })])
  await openApp(path)
  await press('Play voice note, 0:07')
  await button('Pause voice note')
  await press('Speed 1×')
  expect(await button('Speed 1.5×')).toBeVisible()
  expect(players[0]?.playbackRate).toBe(1.5)
  const position = screen.getByRole('slider', { name: 'Position in the voice note' })
  fireEvent.change(position, { target: { value: '3.5' } })
  expect([players[0]?.currentTime, position.getAttribute('aria-valuetext')]).toEqual([3.5, '0:03 of 0:07'])
})

test('the sender takes a message back from its menu', async () => {
  answerAround([received(1, 'Theirs'), sent(2, 'Mistake')])
  answer(listConversations, () => inboxPage([inboxRow(2, { lastChatId: 2, lastMessage: 'Mistake' })]))
  answer(takeBackMessage, ({ params }) => sent(params.chatId, '', { deleted: true, read: true }))
  await openApp(path)
  fireEvent.contextMenu(await screen.findByText('Mistake'))
  await press('Take back')
  await waitFor(() => expect(shownMessages()[1]).toMatch(/^You: Message taken back/))
  expect(callsOf(takeBackMessage)[0]?.params).toEqual({ chatId: 2 })
  const menus = () => screen.getAllByRole('button', { name: /^Options for the message of / })
  await waitFor(() => expect(menus()).toHaveLength(1))
})

test('a message older than an hour cannot be taken back', async () => {
  const createdDate = new Date(Date.now() - 61 * 60_000).toISOString()
  answerAround([sent(2, 'Old', { createdDate })])
  await openApp(path)
  fireEvent.contextMenu(await screen.findByText('Old'))
  await button('Copy')
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull()
})

test('holding a message opens its menu, but scrolling does not', async () => {
  answerAround([received(1, 'Hold me')])
  await openApp(path)
  const text = await screen.findByText('Hold me')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const touch = { pointerType: 'touch', clientX: 10, clientY: 10 }
  fireEvent.pointerDown(text, touch)
  fireEvent.pointerMove(text, { ...touch, clientY: 40 })
  act(() => vi.advanceTimersByTime(600))
  expect(screen.queryByRole('button', { name: 'Report message' })).toBeNull()
  fireEvent.pointerDown(text, touch)
  act(() => vi.advanceTimersByTime(600))
  vi.useRealTimers()
  await button('Report message')
  const menu = within(screen.getByRole('dialog', { name: /^Options for the message of / }))
  expect(menu.getByText('Hold me')).toBeInTheDocument()
})

test('the inbox shows the kind of the last message', async () => {
  answer(listConversations, () =>
    inboxPage([
      inboxRow(2, { lastMessage: '', isLastDeleted: true }),
      inboxRow(3, { lastMessage: '', lastMedia: 'audio' }),
      inboxRow(4, { lastMessage: '', lastMedia: 'image' }),
    ]),
  )
  await openApp('/inbox')
  const rows = within(await screen.findByRole('region', { name: 'Conversations' })).getAllByRole('link')
  expect(rows[0]).toHaveTextContent('Message taken back')
  expect(rows[1]).toHaveTextContent('Voice note')
  expect(rows[2]).toHaveTextContent('Picture')
})
