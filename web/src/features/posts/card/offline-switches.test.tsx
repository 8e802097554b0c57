import { bookmarkPost } from '@rootsquare/contract/post-lists'
import { getPost, likePost } from '@rootsquare/contract/posts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lastOf } from '#web/lib/browser/lists.ts'
import { answer, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { closeApp } from '#web/test/open-app.tsx'
import { button, expectNotice } from '#web/test/page.ts'
import { card, like, openFeed, openPost, samplePost } from '#web/test/posts.ts'
import { storedUnsent } from '#web/test/unsent.ts'

const likesSent = () => callsOf(likePost).map(({ body }) => body?.liked)
const answerLiked = () =>
  answer(likePost, ({ body }) => ({ likes: Number(body?.liked), isPostLikedByUser: body?.liked === true }))

async function expectLike(isPressed: boolean): Promise<void> {
  await waitFor(async () => expect(await like()).toHaveAttribute('aria-pressed', String(isPressed)))
}

function goOffline(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  return () => {
    onLine.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
  }
}

test('a like without a connection is shown after a reload, and sent once', async () => {
  answerLiked()
  const goOnline = goOffline()
  const user = await openPost(samplePost())
  await user.click(await like())
  await expectLike(true)
  await closeApp()
  await openPost(samplePost())
  await expectLike(true)
  expect(await like()).toHaveAccessibleName('Like, 1 like')
  goOnline()
  await waitFor(() => expect(storedUnsent()).toBe(''))
  expect(likesSent()).toEqual([true])
  await expectLike(true)
})

test('a like that is taken back without a connection leaves nothing to send', async () => {
  answerLiked()
  const goOnline = goOffline()
  const user = await openPost(samplePost())
  await user.click(await like())
  await expectLike(true)
  await user.click(await like())
  await expectLike(false)
  expect(storedUnsent()).toBe('')
  goOnline()
  expect(likesSent()).toEqual([])
})

test('a like whose answer was lost is taken back on the server too', async () => {
  answer(likePost, () => Promise.reject(noConnection))
  const user = await openPost(samplePost())
  await user.click(await like())
  await waitFor(() => expect(storedUnsent()).toContain('value.post-like.7'))
  await expectLike(true)
  answerLiked()
  await user.click(await like())
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(storedUnsent()).toBe(''))
  expect(lastOf(likesSent())).toBe(false)
  await expectLike(false)
})

test('switches are sent in the order in which they were pressed', async () => {
  answerLiked()
  answer(bookmarkPost, ({ body }) => ({ saved: body?.saved === true }))
  const goOnline = goOffline()
  const user = await openPost(samplePost())
  await user.click(await button(/^Save/))
  await user.click(await like())
  await expectLike(true)
  goOnline()
  await waitFor(() => expect(storedUnsent()).toBe(''))
  expect(callsOf(bookmarkPost)).toHaveLength(1)
  expect(likesSent()).toEqual([true])
})

test('a like that the server rejects later is undone with a word', async () => {
  answer(likePost, () => Promise.reject(new Rejection(404, 'This post is not here any more.')))
  const goOnline = goOffline()
  const user = await openFeed(samplePost(), samplePost({ id: 8, caption: 'Still here' }))
  await user.click((await card('Market day')).getByRole('button', { name: /^Like, / }))
  await waitFor(() => expect(storedUnsent()).toContain('value.post-like.7'))
  answer(getPost, () => Promise.reject(noConnection))
  goOnline()
  await expectNotice('This post is not here any more.')
  await waitFor(() => expect(storedUnsent()).toBe(''))
  expect(screen.getByText('Still here')).toBeVisible()
})
