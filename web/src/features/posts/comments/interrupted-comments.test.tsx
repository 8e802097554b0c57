import { addComment } from '@rootsquare/contract/comments'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  answerAdded,
  commentRows,
  openFeed,
  openPost,
  ownComment,
  ownPost,
  samplePost,
} from '#web/test/posts.ts'
import { answer, callsOf, Rejection } from '#web/test/fake-server.ts'
import { button, expectNotice } from '#web/test/page.ts'
import { storedUnsent, storeUnsent } from '#web/test/unsent.ts'

const dayMs = 24 * 3_600_000

const textsSent = () => callsOf(addComment).map(({ body }) => body.comments)
const keysSent = () => callsOf(addComment).map(({ headers }) => headers.get('idempotency-key'))
const isStored = () => storedUnsent() !== ''

test('comments interrupted by a reload are sent once, in order, under their keys', async () => {
  const added = answerAdded()
  storeUnsent('comment', 7, { id: 'key-0', text: 'One' }, { id: 'key-1', text: 'Two' })
  await openPost(ownPost(), () => [...added])
  await waitFor(() => expect(isStored()).toBe(false))
  expect(textsSent()).toEqual(['One', 'Two'])
  expect(keysSent()).toEqual(['key-0', 'key-1'])
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  await waitFor(() => expect(commentRows()).toHaveLength(2))
})

test('a comment that had arrived before the reload is shown once', async () => {
  const arrived = ownComment(4, 'Did it arrive?')
  answer(addComment, () => arrived)
  storeUnsent('comment', 7, { id: 'key', text: 'Did it arrive?' })
  await openPost(samplePost({ commentCount: 1 }), [arrived])
  await waitFor(() => expect(isStored()).toBe(false))
  await waitFor(() => expect(commentRows()).toHaveLength(1))
  const count = () => screen.getByRole('link', { name: /^Comment/ })
  await waitFor(() => expect(count()).toHaveTextContent('1'))
})

test('a reply that a reload interrupted still answers its comment', async () => {
  answerAdded()
  const entry = { id: 'key', text: 'Yes', item: { answersId: 11, threadId: 4 } }
  storeUnsent('comment', 7, entry)
  await openPost(ownPost())
  await waitFor(() => expect(isStored()).toBe(false))
  expect(callsOf(addComment).map(({ body }) => body)).toEqual([{ comments: 'Yes', parentId: 11 }])
})

test('a comment interrupted by a reload is sent from any page', async () => {
  answerAdded()
  storeUnsent('comment', 7, { id: 'key', text: 'From elsewhere' })
  await openFeed(ownPost())
  await waitFor(() => expect(isStored()).toBe(false))
  expect(textsSent()).toEqual(['From elsewhere'])
})

test('an interrupted comment waits for a connection', async () => {
  answerAdded()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  storeUnsent('comment', 7, { id: 'key', text: 'From the tunnel' })
  await openPost(ownPost())
  await screen.findByText('Sending…')
  expect(textsSent()).toEqual([])
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(isStored()).toBe(false))
  expect(keysSent()).toEqual(['key'])
})

test('a rejection of an interrupted comment shows as a notice on other pages', async () => {
  answer(addComment, () => Promise.reject(new Rejection(403, 'Not from you')))
  storeUnsent('comment', 7, { id: 'key', text: 'May I?' })
  await openFeed(ownPost())
  await expectNotice('Not from you')
  expect(isStored()).toBe(true)
})

test('a comment whose key may have expired waits for its writer', async () => {
  answerAdded()
  storeUnsent('comment', 7, { id: 'key', text: 'Of yesterday', writtenAt: Date.now() - dayMs })
  await openPost(ownPost())
  expect(await button('Retry')).toBeVisible()
  expect(screen.getByText('Failed to post comment')).toBeVisible()
  expect(textsSent()).toEqual([])
})
