import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sweepMedia } from '#api/features/uploads/sweeper.ts'
import { buildBlock, buildMember, buildMembers, type Member } from '#api/test/builders/members.ts'
import { inbox, send, sentMessage, conversation } from '#api/test/builders/messages.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { listen } from '#api/test/events.ts'
import { mp3Audio } from '#api/test/media/audio.ts'
import { picture } from '#api/test/media/pictures.ts'
import { upload } from '#api/test/media/upload.ts'
import { mp4 } from '#api/test/media/videos.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { deadlocks, openTransaction, untilWaiting } from '#api/test/waiting.ts'

const app = await sharedApp()
const [ada, bayo] = await buildMembers(app, 2)
const file = await picture('png', 300, 200)
const uploadPicture = async (by: Member) => (await upload(app, by, { file })).secure_url
const image = await upload(app, ada, { file })
const note = await upload(app, ada, { file: mp3Audio() })
const asMedia = (...urls: string[]) => urls.map((url) => ({ url }))

describe('a message with media', () => {
  test('may have no text, and shows pictures and voice notes to both', async () => {
    const reader = await buildMember(app)
    const page = await listen(app, reader)
    await page.untilNamed('unread')
    const media = asMedia(image.secure_url, note.secure_url)
    const sent = dataOf(sentMessage, await send(app, ada, reader, { message: ' ', media }))
    expect(sent).toMatchObject({ message: '', deleted: false })
    expect(sent.media).toEqual([
      {
        url: image.secure_url,
        thumbnail: image.thumbnail_url,
        type: 'image',
        width: 300,
        height: 200,
        duration: null,
      },
      { url: note.secure_url, thumbnail: null, type: 'audio', width: null, height: null, duration: 3 },
    ])
    const seen = { ...sent, unReadChatCount: 1 }
    expect((await conversation(app, reader, ada)).content[0]).toEqual(seen)
    expect((await page.untilNamed('message'))[0]?.data).toEqual(seen)
    await page.hangUp()
    const later = await listen(app, reader, { lastEventId: '0' })
    expect((await later.untilNamed('message'))[0]?.data).toEqual(seen)
    await later.hangUp()
    const [row] = (await inbox(app, reader)).content
    expect(row).toMatchObject({ lastMessage: '', lastMedia: 'image', isLastDeleted: false })
  })

  test('has at most four files', async () => {
    const urls = [note.secure_url]
    for (let turn = 0; turn < 4; turn += 1) urls.push(await uploadPicture(ada))
    expectFailure(await send(app, ada, bayo, { media: asMedia(...urls) }), 400)
    expectOk(await send(app, ada, bayo, { media: asMedia(...urls.slice(1)) }))
  })

  test('rejects files of other members', async () => {
    const theirs = await uploadPicture(bayo)
    for (const url of [theirs, 'https://example.com/a.png', '/media/none.webp', 'javascript:alert(1)']) {
      const answer = await send(app, ada, bayo, { media: asMedia(image.secure_url, url) })
      expect([url, Object.keys(expectFailure(answer, 400).fields ?? {})]).toEqual([url, ['media']])
    }
  })

  test('rejects a video, and a file used twice', async () => {
    const video = await upload(app, ada, { file: mp4() })
    expectFailure(await send(app, ada, bayo, { media: asMedia(video.secure_url) }), 400)
    const twice = asMedia(image.secure_url, image.thumbnail_url ?? '')
    expectFailure(await send(app, ada, bayo, { media: twice }), 400)
  })

  test.each([['text'], [[null]], [[{}]], [[{ url: 7 }]], [{ url: '/media/a.webp' }]])(
    'rejects %j as media',
    async (media) => {
      expectFailure(await send(app, ada, bayo, { media }), 400, 'INVALID')
    },
  )

  test('needs a text if there are no files', async () => {
    for (const media of [undefined, null])
      expectOk(await send(app, ada, bayo, { message: 'Good day', media }))
    expectFailure(await send(app, ada, bayo, { message: null, media: null }), 400)
    const answer = await send(app, ada, bayo, { message: ' \u200b', media: [] })
    expect(expectFailure(answer, 400).fields).toEqual({ message: 'Required.' })
  })

  test('does not pass a block', async () => {
    const other = await buildMember(app)
    await buildBlock(app, other, ada)
    expectFailure(await send(app, ada, other, { media: asMedia(image.secure_url) }), 404)
  })

  test('contains a voice note that a post cannot show', async () => {
    const body = { caption: 'Listen', postImageDTO: [{ postImage: note.secure_url }] }
    expectFailure(await app.call('POST', '/post/user/create', { token: ada.token, body }), 400)
  })

  test('locks its sender before its files, as a post does', async () => {
    const [sender, receiver] = await buildMembers(app, 2)
    const url = await uploadPicture(sender)
    const posting = await openTransaction(app, 'select from members where id = $1 for no key update', [
      sender.id,
    ])
    const sending = send(app, sender, receiver, { media: asMedia(url) })
    await untilWaiting(app, 1)
    const claiming = posting.client.query('select from media where url = $1 for update nowait', [url])
    await claiming.finally(posting.commit)
    expectOk(await sending)
  })

  test('shares its files with posts and other messages without a deadlock', async () => {
    const [sender, receiver] = await buildMembers(app, 2)
    const urls = [await uploadPicture(sender), await uploadPicture(sender)]
    const { token } = sender
    const rounds = Array.from({ length: 8 }, (_, turn) => (turn % 2 ? urls : urls.toReversed()))
    const before = await deadlocks(app)
    const answers = await Promise.all(
      rounds.flatMap((shown) => [
        send(app, sender, receiver, { media: asMedia(...shown) }),
        app.call('POST', '/post/user/create', {
          token,
          body: { caption: 'Both', postImageDTO: shown.map((postImage) => ({ postImage })) },
        }),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await deadlocks(app)).toBe(before)
  })

  test('keeps its files until its sender is erased', async () => {
    const own = await temporaryApp()
    const [sender, receiver] = await buildMembers(own, 2)
    const kept = await upload(own, sender, { file: mp3Audio() })
    await send(own, sender, receiver, { message: '', media: asMedia(kept.secure_url) })
    const isStored = () => existsSync(join(own.folder, kept.secure_url.slice(1)))
    const sweepNextDay = async () => {
      own.clock.move(25 * 3_600_000)
      await sweepMedia.run(own.deps, {})
      await own.runJobs()
    }
    const erase = ({ id }: Member) => own.deps.db.deleteFrom('members').where('id', '=', id).execute()
    await erase(receiver)
    await sweepNextDay()
    expect(isStored()).toBe(true)
    await erase(sender)
    await sweepNextDay()
    expect(isStored()).toBe(false)
  })
})
