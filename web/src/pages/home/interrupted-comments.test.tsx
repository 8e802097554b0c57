import { addComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  button,
  commentRows,
  notice,
  openFeed,
  openPost,
  ownComment,
  ownPost,
  samplePost,
} from '#web/test/posts.ts'
import { answer, callsOf, Rejection } from '#web/test/fake-server.ts'

const outboxKey = 'rootsquare.comment-outbox.1.7'
const dayMs = 24 * 3_600_000

/** As a reload left it. */
function storeUnsent(...entries: { id: string; text: string; writtenAt?: number }[]): void {
  const stored = entries.map((entry) => ({ item: null, media: [], writtenAt: Date.now(), ...entry }))
  window.sessionStorage.setItem(outboxKey, JSON.stringify(stored))
}

/** What it returns are the comments on the post from then on. */
function answerAdded(): Comment[] {
  const added: Comment[] = []
  answer(addComment, ({ body }) => {
    const comment = ownComment(100 + added.length, body.comments)
    added.push(comment)
    return comment
  })
  return added
}

const textsSent = () => callsOf(addComment).map(({ body }) => body.comments)
const keysSent = () => callsOf(addComment).map(({ headers }) => headers.get('idempotency-key'))
const isStored = () => window.sessionStorage.getItem(outboxKey) !== null

test('comments that a reload interrupted go out in order, once, under their keys', async () => {
  const added = answerAdded()
  storeUnsent({ id: 'key-0', text: 'One' }, { id: 'key-1', text: 'Two' })
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
  storeUnsent({ id: 'key', text: 'Did it arrive?' })
  await openPost(samplePost({ commentCount: 1 }), [arrived])
  await waitFor(() => expect(isStored()).toBe(false))
  await waitFor(() => expect(commentRows()).toHaveLength(1))
  const count = () => screen.getByRole('link', { name: /^Comment/ })
  await waitFor(() => expect(count()).toHaveTextContent('1'))
})

test('a reply that a reload interrupted still answers its comment', async () => {
  answerAdded()
  const entry = { id: 'key', text: 'Yes', item: { answersId: 11, threadId: 4 } }
  storeUnsent(entry)
  await openPost(ownPost())
  await waitFor(() => expect(isStored()).toBe(false))
  expect(callsOf(addComment).map(({ body }) => body)).toEqual([{ comments: 'Yes', parentId: 11 }])
})

test('a comment that a reload interrupted goes out from any page', async () => {
  answerAdded()
  storeUnsent({ id: 'key', text: 'From elsewhere' })
  await openFeed(ownPost())
  await waitFor(() => expect(isStored()).toBe(false))
  expect(textsSent()).toEqual(['From elsewhere'])
})

test('without a connection an interrupted comment waits', async () => {
  answerAdded()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  storeUnsent({ id: 'key', text: 'From the tunnel' })
  await openPost(ownPost())
  await screen.findByText('Sending…')
  expect(textsSent()).toEqual([])
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(isStored()).toBe(false))
  expect(keysSent()).toEqual(['key'])
})

test('an interrupted comment that is rejected elsewhere shows as a notice', async () => {
  answer(addComment, () => Promise.reject(new Rejection(403, 'Not from you')))
  storeUnsent({ id: 'key', text: 'May I?' })
  await openFeed(ownPost())
  await notice('Not from you')
  expect(isStored()).toBe(true)
})

test('a comment whose key the server may have forgotten waits for its writer', async () => {
  answerAdded()
  storeUnsent({ id: 'key', text: 'Of yesterday', writtenAt: Date.now() - dayMs })
  await openPost(ownPost())
  expect(await button('Retry')).toBeVisible()
  expect(screen.getByText('Failed to post comment')).toBeVisible()
  expect(textsSent()).toEqual([])
})
