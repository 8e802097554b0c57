import { describe, expect, test } from 'vitest'
import { changeItemImage } from '@rootsquare/contract/trade/market'
import type { Called, Json } from '#api/test/call.ts'
import { buildMedia, buildMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { itemRow, offer, sell } from '#api/test/builders/market.ts'
import { picture } from '#api/test/media/pictures.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { fetchMedia, formOf, mediaRows } from '#api/test/media/upload.ts'
import { mp4 } from '#api/test/media/videos.ts'

type Member = Awaited<ReturnType<typeof buildMember>>

const app = await sharedApp()
const seller = await buildMember(app)
const admin = await buildMember(app, { role: 'ADMIN' })

const sendJson = (id: number | string, body: unknown, by = seller) =>
  app.call('POST', `/items/${id}/image`, { token: by.token, body })

async function sendBytes(
  id: number,
  body: FormData | string | null,
  { token }: Member = seller,
  headers: Record<string, string> = {},
): Promise<Called> {
  const response = await fetch(`${app.url}/api/items/${id}/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  })
  const answer: Json = JSON.parse(await response.text())
  return { status: response.status, body: answer, headers: response.headers }
}

const form = async () => formOf({ file: await picture('jpeg') })

describe('changing the picture', () => {
  test('replaces it by a file, after which the item waits again', async () => {
    const old = await buildMedia(app, seller)
    const item = await sell(app, seller, admin, { imageUrl: old.url })
    const answer = await sendBytes(item.id, await form())
    expect(answer.body.message).toBe(
      'The picture has been changed. The item will be seen once an admin has approved it.',
    )
    const { imageUrl, thumbnailUrl } = dataOf(changeItemImage, answer)
    expect(answer.body.data).toEqual({ ...item, imageUrl, thumbnailUrl, isApproved: false })
    await app.runJobs()
    for (const url of [imageUrl, thumbnailUrl])
      expect(await fetchMedia(app, url)).toMatchObject({ status: 200 })
    expect(await fetchMedia(app, old.url)).toMatchObject({ status: 404 })
  })

  test('replaces it by an uploaded URL; the same one changes nothing', async () => {
    const item = await sell(app, seller, admin)
    const same = await sendJson(item.id, { imageUrl: item.imageUrl })
    expect(same.body.message).toBe('This is its picture already.')
    expect(dataOf(changeItemImage, same)).toEqual(item)
    const { url } = await buildMedia(app, seller)
    expect(dataOf(changeItemImage, await sendJson(item.id, { imageUrl: url }))).toMatchObject({
      imageUrl: url,
      thumbnailUrl: url.replace('.webp', '-small.webp'),
      isApproved: false,
    })
  })
})

describe('rejects a new picture', () => {
  test('without a valid URL', async () => {
    const { id } = await offer(app, seller)
    const { url: foreign } = await buildMedia(app, admin)
    const required = { imageUrl: 'Required.' }
    const notThere = { imageUrl: 'Please upload this picture first.' }
    for (const [body, fields] of [
      [{}, required],
      [{ imageUrl: '' }, required],
      [{ imageUrl: foreign }, notThere],
      [{ imageUrl: 'https://example.com/a.png' }, notThere],
    ] as const)
      expect(expectFailure(await sendJson(id, body), 400, 'INVALID').fields).toEqual(fields)
    expectFailure(await sendBytes(id, null), 400)
  })

  test('in a file that uploads reject, or another kind of body', async () => {
    const item = await offer(app, seller)
    const before = await mediaRows(app)
    const text = formOf({ file: Buffer.from('just words') })
    expectFailure(await sendBytes(item.id, text), 415, 'UNSUPPORTED_MEDIA_TYPE')
    const none = expectFailure(await sendBytes(item.id, formOf({})), 400)
    expect(none.fields).toEqual({ file: 'Required.' })
    const video = expectFailure(await sendBytes(item.id, formOf({ file: mp4() })), 400)
    expect(video.fields).toEqual({ file: 'This must be a picture.' })
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    expectFailure(await sendBytes(item.id, 'no parts', seller, broken), 400, 'BAD_FORM')
    expectFailure(await sendBytes(item.id, 'words', seller, { 'content-type': 'text/plain' }), 415)
    expect(await mediaRows(app)).toEqual(before)
    expect(await itemRow(app, item)).toMatchObject({ image_url: item.imageUrl })
  })

  test('of another seller’s item, before anything is stored', async () => {
    const [listed, waiting, buyer] = [
      await sell(app, seller, admin),
      await offer(app, seller),
      await buildMember(app),
    ]
    const before = await mediaRows(app)
    expectFailure(await sendBytes(listed.id, await form(), buyer), 403)
    expectFailure(await sendBytes(waiting.id, await form(), buyer), 404)
    expectFailure(await sendBytes(waiting.id, await form(), admin), 403)
    expect(await mediaRows(app)).toEqual(before)
  })
})
