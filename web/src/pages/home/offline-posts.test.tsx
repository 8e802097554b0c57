import { createPost } from '@rootsquare/contract/posts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import type { openApp } from '#web/test/open-app.tsx'
import { button } from '#web/test/page.ts'
import { openFeed, ownPost, samplePost } from '#web/test/posts.ts'
import { storedUnsent } from '#web/test/unsent.ts'

const composer = () => screen.findByRole('textbox', { name: 'What is happening back home?' })
const post = () => button('Post')
const articles = () => within(screen.getByRole('feed')).getAllByRole('article')

async function write(user: Awaited<ReturnType<typeof openApp>>, text: string): Promise<void> {
  await user.click(await composer())
  await user.paste(text)
}

function answerPosted(): void {
  answer(createPost, ({ body }) => ownPost({ id: 100, caption: body.caption }))
}

const waitingPosts = () => screen.findByRole('list', { name: 'Posts that wait to be sent' })

test('a post whose answer is lost leaves the composer, and is sent again under the same key', async () => {
  answer(createPost, () => Promise.reject(noConnection))
  const user = await openFeed(samplePost())
  await write(user, 'Only once')
  await user.click(await post())
  expect(await waitingPosts()).toHaveTextContent('Only once')
  await waitFor(async () => expect(await composer()).toHaveValue(''))
  answerPosted()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(articles()[0]).toHaveTextContent('Only once'))
  const keys = callsOf(createPost).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  await waitFor(() => expect(storedUnsent()).toBe(''))
})

test('a post written offline waits in the feed, and Edit puts it back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const user = await openFeed(samplePost())
  await write(user, 'From the tunnel')
  await user.click(await post())
  expect(await waitingPosts()).toHaveTextContent('Waiting for a connectionFrom the tunnel')
  await user.click(await button('Edit'))
  await waitFor(async () => expect(await composer()).toHaveValue('From the tunnel'))
  expect(screen.queryByText('Waiting for a connection')).toBeNull()
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(callsOf(createPost)).toEqual([])
})

test('a post that the server rejects after the tunnel says so, and can be discarded', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const user = await openFeed(samplePost())
  await write(user, 'From the tunnel')
  await user.click(await post())
  await waitingPosts()
  answer(createPost, () => Promise.reject(new Rejection(403, 'Not here')))
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Not sent')
  expect(await waitingPosts()).toHaveTextContent('Not here')
  await user.click(await button('Discard'))
  await waitFor(() => expect(storedUnsent()).toBe(''))
  expect(screen.queryByText('From the tunnel')).toBeNull()
})
