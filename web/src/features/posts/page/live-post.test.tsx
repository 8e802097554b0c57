import { addComment, listComments } from '@rootsquare/contract/comments'
import { getPost, type Comment, type Post } from '@rootsquare/contract/posts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerLater, callsOf } from '#web/test/fake-server.ts'
import { answerStreams, setHidden } from '#web/test/live-streams.ts'
import {
  commentField,
  commentRows,
  ngozi,
  openPost,
  ownComment,
  sampleComment,
  samplePost,
} from '#web/test/posts.ts'
import { button } from '#web/test/page.ts'
import { findLast } from '#web/lib/browser/lists.ts'

const count = () => screen.getByRole('link', { name: /^Comment, / })
const expectRows = (...texts: string[]) =>
  waitFor(() => {
    expect(commentRows()).toHaveLength(texts.length)
    commentRows().forEach((row, at) => expect(row).toHaveTextContent(texts[at] ?? ''))
  })

/** Opens the page of post 7 and waits until its stream has begun. */
async function openLivePost(post: Partial<Post> = {}, comments: Comment[] = []) {
  const streams = answerStreams()
  const user = await openPost(samplePost(post), () => comments)
  const ofPost = () => findLast(streams, ({ path }) => path === '/api/live?post=7')
  await waitFor(() => expect(ofPost()).toBeDefined())
  const push = (name: string, data: object) => ofPost()?.push(undefined, name, data)
  const begin = async () => {
    const calls = callsOf(getPost).length
    ofPost()?.push(5)
    await waitFor(() => expect(callsOf(getPost).length).toBeGreaterThan(calls))
  }
  await begin()
  return { user, ofPost, push, begin }
}

test('an open post shows new, changed and deleted comments live', async () => {
  const { push } = await openLivePost({ commentCount: 1 }, [sampleComment(4, 'What a day')])
  push('comment', sampleComment(5, 'It was', ngozi))
  push('post', { id: 7, likes: 3, commentCount: 2 })
  await expectRows('What a day', 'It was')
  expect(count()).toHaveAccessibleName('Comment, 2 comments')
  expect(screen.getByRole('button', { name: /^Like, 3 likes/ })).toBeVisible()
  push('comment', sampleComment(4, 'What a night', { editedDate: '2026-03-02T10:00:00.000Z' }))
  push('comment', { id: 5, deleted: true })
  push('post', { id: 7, likes: 3, commentCount: 1 })
  await expectRows('What a night')
  expect(count()).toHaveAccessibleName('Comment, 1 comment')
  expect(callsOf(listComments)).toHaveLength(1)
})

test('an open post says that it was deleted', async () => {
  const { push } = await openLivePost()
  push('post', { id: 7, deleted: true })
  expect(await screen.findByRole('heading', { name: 'This post is no longer available' })).toBeVisible()
})

test('a comment streamed before its answer is shown and counted once', async () => {
  const release = answerLater(addComment, () => ownComment(4, 'First!'))
  const { user, push } = await openLivePost()
  await user.click(await commentField())
  await user.paste('First!')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Sending…')
  push('comment', ownComment(4, 'First!'))
  push('post', { id: 7, likes: 0, commentCount: 1 })
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  release()
  push('comment', sampleComment(5, 'Second'))
  push('post', { id: 7, likes: 0, commentCount: 2 })
  await expectRows('First!', 'Second')
  expect(count()).toHaveAccessibleName('Comment, 2 comments')
})

test('new replies are counted in a folded thread and listed in an open one', async () => {
  const reply = (id: number, text: string) => sampleComment(id, text, { ...ngozi, parentId: 4 })
  const stored = [sampleComment(4, 'What a day', { replyCount: 1 }), reply(11, 'Indeed')]
  const { user, push } = await openLivePost({ commentCount: 2 }, stored)
  push('comment', reply(12, 'It rained'))
  stored.push(reply(12, 'It rained'))
  await user.click(await button('View 2 replies'))
  await screen.findByText('It rained')
  push('comment', reply(13, 'Only at noon'))
  expect(await screen.findByText('Only at noon')).toBeVisible()
  await user.click(await button('Hide replies'))
  await button('View 3 replies')
})

test('a reply deleted in a folded thread is no longer counted', async () => {
  const stored = [sampleComment(4, 'What a day', { replyCount: 2 })]
  const { push } = await openLivePost({ commentCount: 3 }, stored)
  await button('View 2 replies')
  stored.splice(0, 1, sampleComment(4, 'What a day', { replyCount: 1 }))
  push('comment', { id: 12, deleted: true })
  expect(await button('View 1 reply')).toBeVisible()
})

test('a reply that would move the visible comments waits behind a line', async () => {
  const stored = [sampleComment(4, 'What a day'), sampleComment(5, 'It was', ngozi)]
  const { user, push } = await openLivePost({ commentCount: 2 }, stored)
  await expectRows('What a day', 'It was')
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 300, 100))
  push('comment', sampleComment(12, 'It rained', { ...ngozi, parentId: 4 }))
  const line = await button('1 new reply')
  expect(screen.queryByRole('button', { name: /^View / })).toBeNull()
  await user.click(line)
  await waitFor(async () => expect(await button('View 1 reply')).toHaveFocus())
  expect(screen.queryByRole('button', { name: '1 new reply' })).toBeNull()
})

test('a hidden page has no stream and reloads when it is shown', async () => {
  const stored = [sampleComment(4, 'What a day')]
  const { ofPost, begin } = await openLivePost({ commentCount: 1 }, stored)
  await expectRows('What a day')
  const first = ofPost()
  setHidden(true)
  await waitFor(() => expect(first?.isOpen()).toBe(false))
  stored.push(sampleComment(5, 'It was', ngozi))
  setHidden(false)
  await waitFor(() => expect(ofPost()).not.toBe(first))
  await begin()
  await expectRows('What a day', 'It was')
})
