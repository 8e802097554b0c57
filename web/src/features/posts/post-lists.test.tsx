import { getMembership } from '@rootsquare/contract/groups'
import { listItems } from '@rootsquare/contract/trade/market'
import { pageOf } from '@rootsquare/contract/lib/paged'
import { bookmarkPost, listBookmarks, listPopularTags, listTagPosts } from '@rootsquare/contract/post-lists'
import { homeFeed } from '@rootsquare/contract/posts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, callsOf, Rejection } from '#web/test/fake-server.ts'
import { answerGroup, member, visitor } from '#web/test/group-answers.ts'
import { openApp } from '#web/test/open-app.tsx'
import { answerMember, card, feedPage, openFeed, samplePost } from '#web/test/posts.ts'
import { button, expectNotice, existing } from '#web/test/page.ts'

beforeEach(() => answer(listPopularTags, () => []))

const title = (name: string) => screen.findByRole('heading', { level: 1, name })

test('a tag has one page for all spellings', async () => {
  answerMember()
  answer(listTagPosts, () => ({ content: [samplePost()], nextCursor: null }))
  await openApp('/tag/NẹwYam')
  await title('#newyam')
  await card('Market day')
  expect(screen.getByText('1 post')).toBeVisible()
  expect(callsOf(listTagPosts).map(({ params }) => params.tag)).toEqual(['newyam'])
  expect(document.title).toBe('#newyam · Rootsquare')
})

test('the posts of a tag load page by page', async () => {
  const first = { content: [samplePost({ id: 9, caption: 'The first' })], nextCursor: 9 }
  const second = { content: [samplePost({ id: 8, caption: 'The second' })], nextCursor: null }
  answerMember()
  answer(listTagPosts, ({ query }) => (query.cursor === undefined ? first : second))
  const user = await openApp('/tag/yam')
  expect(await screen.findByText('1+ posts')).toBeVisible()
  await user.click(await button('Load more'))
  await card('The second')
  expect(screen.getByText('2 posts')).toBeVisible()
  expect(callsOf(listTagPosts).map(({ query }) => query.cursor)).toEqual([undefined, 9])
})

test('the page of a tag says why it is empty', async () => {
  answerMember()
  answer(listTagPosts, () => Promise.reject(new Rejection(403, 'Not now')))
  const user = await openApp('/tag/yam')
  await expectNotice('Not now')
  answer(listTagPosts, () => ({ content: [], nextCursor: null }))
  await user.click(await button('Retry'))
  expect(await screen.findByText('No posts with #yam yet. Write one with #yam in its text.')).toBeVisible()
})

test('a bookmark shows at once and is undone if the server rejects it', async () => {
  const user = await openFeed(samplePost())
  answer(bookmarkPost, ({ body }) => body)
  await user.click(await button('Save post'))
  expect(await button('Saved post')).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() => expect(callsOf(bookmarkPost).map(({ body }) => body)).toEqual([{ saved: true }]))
  answer(bookmarkPost, () => Promise.reject(new Rejection(403, 'Not now')))
  await user.click(await button('Saved post'))
  await expectNotice('Not now')
  expect(await button('Saved post')).toHaveAttribute('aria-pressed', 'true')
})

test('the page of bookmarks says how to save and updates with each change', async () => {
  answerMember()
  answer(listItems, ({ query }) => pageOf([], 0, query))
  answer(homeFeed, () => feedPage([samplePost()]))
  answer(bookmarkPost, ({ body }) => body)
  answer(listBookmarks, () => ({ content: [], nextCursor: null }))
  const user = await openApp('/bookmarks')
  await title('Bookmarks')
  await screen.findByText('Nothing saved yet. Press Save under a post to find it here.')
  await user.click(screen.getByRole('link', { name: 'Go to the feed' }))
  await user.click(await button('Save post'))
  answer(listBookmarks, () => ({ content: [samplePost({ isSavedByUser: true })], nextCursor: null }))
  const [menu] = await screen.findAllByRole('button', { name: 'Menu' })
  await user.click(existing(menu))
  await user.click(await screen.findByRole('link', { name: 'Bookmarks' }))
  await title('Bookmarks')
  // A removed post stays until the page is left, so that a wrong press can be undone.
  await user.click((await card('Market day')).getByRole('button', { name: 'Saved post' }))
  expect((await card('Market day')).getByRole('button', { name: 'Save post' })).toBeVisible()
})

test('the page of a tag leads to popular tags', async () => {
  answerMember()
  answer(listPopularTags, () => [{ tag: 'newyam', posts: 3 }])
  answer(listTagPosts, () => ({ content: [], nextCursor: null }))
  await openApp('/tag/yam')
  const tags = within(await screen.findByRole('region', { name: 'Popular tags' }))
  expect(tags.getByRole('link')).toHaveAccessibleName('#newyam 3 posts')
  expect(tags.getByRole('link')).toHaveAttribute('href', '/tag/newyam')
})

test.each([
  { standing: member, leadsTo: '/group/7' },
  { standing: visitor, leadsTo: '/user' },
])('the + of a group’s page leads to $leadsTo', async ({ standing, leadsTo }) => {
  answerMember()
  answerGroup()
  answer(getMembership, () => standing)
  answer(listItems, ({ query }) => pageOf([], 0, query))
  answer(homeFeed, () => feedPage([]))
  const user = await openApp('/group/7/about')
  await screen.findByRole('heading', { level: 1, name: /Waja/ })
  await user.click(await button('New post'))
  await waitFor(() => expect(window.location.pathname).toBe(leadsTo))
  await waitFor(() => expect(screen.getByRole('textbox', { name: /back home/ })).toHaveFocus())
})
