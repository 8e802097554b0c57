import { getProfileByUsername, type Profile } from '@rootsquare/contract/profiles'
import { getGroup, listMemberGroups } from '@rootsquare/contract/groups'
import { listItems } from '@rootsquare/contract/trade/market'
import { pageOf } from '@rootsquare/contract/lib/paged'
import {
  countNewPosts,
  createGroupPost,
  createPost,
  getPost,
  homeFeed,
  likePost,
  memberPosts,
} from '@rootsquare/contract/posts'
import type { Post } from '@rootsquare/contract/posts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, answerLater, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { itemWith } from '#web/test/items.ts'
import { newGroup } from '#web/test/group-answers.ts'
import { openLiveApp } from '#web/test/live-streams.ts'
import { closeApp, openApp } from '#web/test/open-app.tsx'
import { storedUnsent, storeDraft, storeUnsent } from '#web/test/unsent.ts'
import { showOnPhone } from '#web/test/phone-screen.ts'
import {
  answerComments,
  answerMember,
  card,
  commentField,
  feedPage,
  openFeed,
  ownPost,
  profile,
  samplePost,
} from '#web/test/posts.ts'
import { button, expectNotice, existing, untilLoaded } from '#web/test/page.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const unexpected = 'An unexpected error occurred'
const failedItems = 'Failed to fetch items. Please try again.'
const articles = () => within(screen.getByRole('feed')).getAllByRole('article')
const region = (name: string) => screen.findByRole('region', { name })
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => samplePost({ id: from - at, caption: `Number ${from - at}.` }))

const igala = newGroup(5, 'Igala', {
  image: '/media/igala.webp',
  greeting: 'Mesiere (good morning)',
})

function answerHome(posts: Post[] = [], own?: () => Profile): void {
  answerMember(own)
  answer(listItems, ({ query }) => pageOf([], 0, query))
  answer(homeFeed, () => feedPage(posts))
}

/** Opens a feed of two pages with twenty and three posts. */
async function openLongFeed() {
  answerHome()
  answer(homeFeed, ({ query }) =>
    query.cursor === undefined ? feedPage(numbered(40, 20), '5.5') : feedPage(numbered(20, 3)),
  )
  const user = await openApp('/user')
  await screen.findByRole('feed')
  return user
}

test('a feed shows that it loads', async () => {
  answerHome()
  const release = answerLater(homeFeed, () => feedPage([samplePost()]))
  await openApp('/user')
  expect(await screen.findByText('Loading posts')).toBeInTheDocument()
  release()
  expect(await screen.findByText('Market day')).toBeVisible()
})

test('shows an error for a feed that does not load, and Retry loads it', async () => {
  answerHome()
  answer(homeFeed, () => Promise.reject(new Rejection(400, '')))
  const user = await openApp('/user')
  await expectNotice(unexpected)
  const retry = await button('Retry')
  expect(retry.closest('[role=alert]')).toHaveTextContent(unexpected)
  answer(homeFeed, () => feedPage([samplePost()]))
  await user.click(retry)
  expect(await screen.findByText('Market day')).toBeVisible()
})

test('a broken answer is retried before an error is shown', async () => {
  answerHome()
  answer(homeFeed, () => {
    if (callsOf(homeFeed).length === 1) throw new Rejection(500, 'The loom broke', { code: 'INTERNAL' })
    return feedPage([samplePost()])
  })
  await openApp('/user')
  expect(await screen.findByText('Market day')).toBeVisible()
  expect(callsOf(homeFeed)).toHaveLength(2)
  expect(screen.queryByText('The loom broke')).toBeNull()
})

test('the next page follows the first in the order of the server', async () => {
  const user = await openLongFeed()
  await waitFor(() => expect(articles()).toHaveLength(20))
  expect(screen.queryByRole('button', { name: 'Back to top' })).toBeNull()
  await user.click(await button('Load more'))
  await waitFor(() => expect(articles()).toHaveLength(23))
  const captions = articles().map((one) => /Number \d+\./.exec(one.textContent)?.[0])
  expect(captions).toEqual(Array.from({ length: 23 }, (_, at) => `Number ${40 - at}.`))
  expect(lastOf(articles())).toHaveAttribute('aria-posinset', '23')
  expect(lastOf(articles())).toHaveAttribute('aria-setsize', '-1')
  const sent = callsOf(homeFeed).map(({ query }) => [query.size, query.cursor])
  expect(sent).toEqual([
    [20, undefined],
    [20, '5.5'],
  ])
})

test('Back to top reloads the feed and focuses its first post', async () => {
  const user = await openFeed(...numbered(40, 11))
  answer(homeFeed, () => feedPage(numbered(40, 12)))
  await user.click(await button('Back to top'))
  await waitFor(() => expect(articles()).toHaveLength(12))
  expect(articles()[0]).toHaveFocus()
})

test('a feed of ten posts has no button to the top', async () => {
  await openFeed(...numbered(40, 10))
  await waitFor(() => expect(articles()).toHaveLength(10))
  expect(screen.queryByRole('button', { name: 'Back to top' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('a failed next page keeps the first, and Retry loads it', async () => {
  const user = await openLongFeed()
  answer(homeFeed, () => Promise.reject(new Rejection(400, 'The wheel broke')))
  await user.click(await button('Load more'))
  await expectNotice('The wheel broke')
  const retry = await button('Retry')
  expect(retry.closest('[role=alert]')).toHaveTextContent('The wheel broke')
  expect(articles()).toHaveLength(20)
  answer(homeFeed, () => feedPage(numbered(20, 3)))
  await user.click(retry)
  await waitFor(() => expect(articles()).toHaveLength(23))
  await waitFor(() => expect(screen.queryByText('The wheel broke')).toBeNull())
})

test('a next page without a connection loads when it is back', async () => {
  const user = await openLongFeed()
  answer(homeFeed, () => Promise.reject(noConnection))
  await user.click(await button('Load more'))
  await expectNotice(unexpected)
  answer(homeFeed, () => feedPage(numbered(20, 3)))
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(articles()).toHaveLength(23))
})

test('a next page does not undo a like made while it loads', async () => {
  const user = await openLongFeed()
  const release = answerLater(homeFeed, () => feedPage(numbered(20, 3)))
  answer(likePost, () => ({ likes: 1, isPostLikedByUser: true }))
  await user.click(await button('Load more'))
  const like = (await card('Number 21.')).getByRole('button', { name: /^Like, / })
  await user.click(like)
  await waitFor(() => expect(callsOf(likePost)).toHaveLength(1))
  release()
  await waitFor(() => expect(articles()).toHaveLength(23))
  expect(like).toHaveAccessibleName('Like, 1 like')
  expect(like).toHaveAttribute('aria-pressed', 'true')
})

test('the posts of another member load ten at a time', async () => {
  answerMember()
  const wale = { ...profile, id: 2, username: 'wale', can: { update: false } }
  answer(getProfileByUsername, () => wale)
  answer(memberPosts, () => feedPage(numbered(40, 10), '5.5'))
  await openApp('/u/wale')
  expect(await screen.findByText('Number 31.')).toBeVisible()
  expect(callsOf(memberPosts)[0]?.query).toMatchObject({ size: 10, userId: 2 })
})

const comeBack = () => fireEvent(window, new Event('focus'))
const pill = () => screen.queryByRole('button', { name: /new posts?$/ })

test('keys move between posts, like one and open one', async () => {
  const user = await openFeed(...numbered(4, 4))
  answer(likePost, () => ({ likes: 1, isPostLikedByUser: true }))
  answer(getPost, ({ params }) => samplePost({ id: params.id }))
  answerComments(() => [])
  existing(articles()[0]).focus()
  await user.keyboard('{PageDown}')
  expect(articles()[1]).toHaveFocus()
  await user.keyboard('{PageUp}')
  expect(articles()[0]).toHaveFocus()
  await user.keyboard('{Control>}{Home}{/Control}')
  const place = screen.getByRole('feed').compareDocumentPosition(existing(document.activeElement))
  expect(place & Node.DOCUMENT_POSITION_PRECEDING).not.toBe(0)
  existing(articles()[0]).focus()
  await user.keyboard('jjk')
  expect(articles()[1]).toHaveFocus()
  await user.keyboard('l')
  const like = within(existing(articles()[1])).getByRole('button', { name: /^Like/ })
  await waitFor(() => expect(like).toHaveAttribute('aria-pressed', 'true'))
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(sheet).getByText('Next post')).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('o')
  await waitFor(() => expect(location.pathname).toBe('/post/3'))
  await screen.findByRole('link', { name: 'Back to the feed' })
  window.history.back()
  await screen.findByRole('feed')
  await waitFor(() => expect(articles()[1]).toHaveFocus())
  await user.keyboard('c')
  await waitFor(() => expect(`${location.pathname}${location.hash}`).toBe('/post/3#comment'))
  await waitFor(async () => expect(await commentField()).toHaveFocus())
})

test('new posts of others are counted and shown on request', async () => {
  const user = await openFeed(...numbered(40, 3))
  answer(countNewPosts, () => ({ count: 1 }))
  comeBack()
  await waitFor(() => expect(pill()).toHaveTextContent('1 new post'))
  answer(countNewPosts, () => ({ count: 2 }))
  comeBack()
  await waitFor(() => expect(pill()).toHaveTextContent('2 new posts'))
  expect(articles()).toHaveLength(3)
  answer(homeFeed, () => ({ ...feedPage(numbered(42, 5)), newestCursor: '11.11' }))
  answer(countNewPosts, () => ({ count: 0 }))
  await user.keyboard('.')
  await waitFor(() => expect(articles()).toHaveLength(5))
  expect(articles()[0]).toHaveTextContent('Number 42.')
  await waitFor(() => expect(articles()[0]).toHaveFocus())
  expect(pill()).toBeNull()
})

test('a hundred new posts are not counted one by one', async () => {
  await openFeed(samplePost())
  answer(countNewPosts, () => ({ count: 99 }))
  comeBack()
  await waitFor(() => expect(pill()).toHaveTextContent('99+ new posts'))
})

test('new posts are counted every minute, but not in a hidden tab', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer(countNewPosts, () => ({ count: 0 }))
  await openFeed(samplePost())
  await vi.advanceTimersByTimeAsync(61_000)
  await waitFor(() => expect(callsOf(countNewPosts)).toHaveLength(1))
  await untilLoaded()
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  await vi.advanceTimersByTimeAsync(183_000)
  expect(callsOf(countNewPosts)).toHaveLength(1)
  state.mockReturnValue('visible')
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(callsOf(countNewPosts)).toHaveLength(2))
})

test('announced posts are counted at once, and later ones together', async () => {
  answerHome([samplePost()])
  const { push } = await openLiveApp('/user')
  await screen.findByRole('feed')
  answer(countNewPosts, () => ({ count: 3 }))
  for (let at = 0; at < 3; at += 1) push(undefined, 'posts', {})
  await waitFor(() => expect(pill()).toHaveTextContent('3 new posts'))
  expect(callsOf(countNewPosts)).toHaveLength(1)
})

test('posts announced on another page are counted back on the feed', async () => {
  answerHome([samplePost()])
  answer(getPost, () => samplePost())
  answerComments(() => [])
  const { user, streams, push } = await openLiveApp('/user')
  await user.click((await card('Market day')).getByRole('link', { name: /^Comment, / }))
  await waitFor(() => expect(streams.filter(({ isOpen }) => isOpen())).not.toEqual([]))
  answer(countNewPosts, () => ({ count: 1 }))
  push(undefined, 'posts', {})
  window.history.back()
  await waitFor(() => expect(pill()).toHaveTextContent('1 new post'))
})

test('a post deleted elsewhere leaves the open feed', async () => {
  answerHome(numbered(12, 2))
  const { push } = await openLiveApp('/user')
  await screen.findByText('Number 11.')
  push(undefined, 'post', { id: 12, deleted: true })
  await waitFor(() => expect(screen.queryByText('Number 12.')).toBeNull())
  expect(articles()).toHaveLength(1)
})

const composer = () => screen.findByRole('textbox', { name: 'What is happening back home?' })
const post = () => button('Post')
type User = Awaited<ReturnType<typeof openApp>>

async function write(user: User, text: string) {
  await user.clear(await composer())
  await user.click(await composer())
  await user.paste(text)
}

function answerPosted(): void {
  answer(createPost, ({ body }) =>
    ownPost({ id: 100 + callsOf(createPost).length, caption: body.caption, location: body.location ?? null }),
  )
}

test('the viewer’s new post is on top and not counted as new', async () => {
  answerPosted()
  const user = await openFeed(...numbered(40, 2))
  await write(user, 'By my own hand')
  await user.click(await post())
  await waitFor(() => expect(articles()[0]).toHaveTextContent('By my own hand'))
  answer(countNewPosts, () => ({ count: 1 }))
  comeBack()
  await waitFor(() => expect(callsOf(countNewPosts)).toHaveLength(1))
  expect(pill()).toBeNull()
  answer(countNewPosts, () => ({ count: 2 }))
  comeBack()
  await waitFor(() => expect(pill()).toHaveTextContent('1 new post'))
})

test('counts the characters of a long post and does not cut it', async () => {
  const user = await openFeed(samplePost())
  const region = within(await screen.findByRole('region', { name: 'New post' }))
  expect(await post()).toBeDisabled()
  await write(user, 'ẹ'.repeat(4499))
  expect(await post()).toBeEnabled()
  expect(region.queryByText(/of 5,000/)).toBeNull()
  await write(user, '😀'.repeat(4500))
  expect(region.getByText('4,500 of 5,000')).toBeVisible()
  await write(user, 'a'.repeat(5001))
  expect(region.getByText('Maximum 5000 characters allowed')).toBeVisible()
  expect(await composer()).toHaveAttribute('aria-invalid', 'true')
  expect(await composer()).toHaveValue('a'.repeat(5001))
  expect(await post()).toBeDisabled()
})

test('a post is sent once, however often Post is pressed', async () => {
  const release = answerLater(createPost, () =>
    ownPost({ id: 100, caption: 'The yams are in.\nCome and see.' }),
  )
  const user = await openFeed(samplePost())
  const status = within(await region('New post')).getByRole('status')
  await write(user, 'The yams are in.\nCome and see.')
  await user.click(await post())
  await waitFor(() => expect(status).toHaveTextContent('Posting…'))
  expect(await composer()).toHaveAttribute('readonly')
  expect(await button('Photo')).toBeDisabled()
  await user.type(await composer(), '{Control>}{Enter}{/Control}')
  await user.click(await post())
  release()
  await waitFor(() => expect(document.getElementById('live-polite')).toHaveTextContent('Posted'))
  expect(callsOf(createPost)).toHaveLength(1)
  await waitFor(async () => expect(await composer()).toHaveValue(''))
  expect(status).toHaveTextContent('')
  expect(await post()).toBeDisabled()
})

test('a post is sent to a group of the member, with a place', async () => {
  answerHome([samplePost()])
  answer(listMemberGroups, ({ query }) => pageOf([igala], 1, query))
  answer(createGroupPost, ({ body }) =>
    ownPost({
      id: 100,
      caption: body.caption,
      location: body.location ?? null,
      postGroupId: 5,
      postGroupName: 'Igala',
    }),
  )
  const user = await openApp('/user')
  await screen.findByRole('feed')
  await write(user, 'Market at noon')
  const target = await screen.findByRole('combobox', { name: 'Post to' })
  expect(
    within(target)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Followers', 'Igala'])
  expect(screen.getByText('Everyone who follows you, and anybody with the link')).toBeVisible()
  await user.selectOptions(target, 'Igala')
  expect(screen.getByText('Everyone in Igala, and anybody with the link')).toBeVisible()
  await user.click(await button('Place'))
  await waitFor(async () => expect(await screen.findByRole('textbox', { name: 'Place' })).toHaveFocus())
  await user.click(await button('Remove the place'))
  expect(screen.queryByRole('textbox', { name: 'Place' })).toBeNull()
  expect(await composer()).toHaveFocus()
  await user.click(await button('Place'))
  await user.keyboard('Jos')
  await user.click(await post())
  await waitFor(() => expect(articles()[0]).toHaveTextContent('Market at noon'))
  expect(articles()[0]).toHaveTextContent('Jos')
  const [sent] = callsOf(createGroupPost)
  expect(sent?.params).toEqual({ groupId: 5 })
  expect(sent?.body).toEqual({ caption: 'Market at noon', location: 'Jos', postImageDTO: [] })
  expect(screen.queryByRole('combobox', { name: 'Post to' })).toBeNull()
})

test('a post of a member without followers goes to a group until they choose', async () => {
  answerHome([samplePost()], () => ({ ...profile, followersCount: 0 }))
  answer(listMemberGroups, ({ query }) => pageOf([igala], 1, query))
  answer(createGroupPost, ({ body }) => ownPost({ id: 100, caption: body.caption, postGroupId: 5 }))
  const target = () => screen.findByRole('combobox', { name: 'Post to' })
  const user = await openApp('/user')
  await screen.findByRole('feed')
  await write(user, 'First words')
  expect(await target()).toHaveDisplayValue('Igala')
  expect(screen.getByText('Everyone in Igala, and anybody with the link')).toBeVisible()
  await user.click(await post())
  await waitFor(() => expect(callsOf(createGroupPost)[0]?.params).toEqual({ groupId: 5 }))
  await waitFor(async () => expect(await composer()).toHaveValue(''))
  await write(user, 'To whoever follows me')
  await user.selectOptions(await target(), 'Followers')
  await user.clear(await composer())
  await closeApp()
  await openApp('/user')
  await write(user, 'Again')
  expect(await target()).toHaveDisplayValue('Followers')
})

test('on a phone closing the full-screen composer loses nothing', async () => {
  showOnPhone()
  answerPosted()
  const user = await openFeed(samplePost())
  const card = within(await region('Write a post'))
  await user.click(card.getByRole('button', { name: 'What is happening back home?' }))
  const screenful = within(await screen.findByRole('dialog', { name: 'New post' }))
  expect(await composer()).toHaveFocus()
  expect(screenful.getByText('Everyone who follows you, and anybody with the link')).toBeVisible()
  await user.keyboard('Begun')
  await user.click(screenful.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const opener = card.getByRole('button', { name: 'Continue writing: Begun' })
  expect(opener).toHaveFocus()
  await user.click(opener)
  await user.keyboard(' and ended')
  expect(await composer()).toHaveValue('Begun and ended')
  await user.click(await post())
  await waitFor(() => expect(articles()[0]).toHaveTextContent('Begun and ended'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(card.getByRole('button', { name: 'Photo' })).toBeVisible()
})

test('a failed post keeps its text, and its notice disappears once sent', async () => {
  answer(createPost, () => Promise.reject(new Rejection(500, unexpected)))
  const user = await openFeed(samplePost())
  await write(user, 'Stubborn words')
  await user.click(await button('Place'))
  await user.keyboard('Kano')
  await user.click(await post())
  await expectNotice(unexpected)
  expect(await composer()).toHaveValue('Stubborn words')
  expect(screen.getByRole('textbox', { name: 'Place' })).toHaveValue('Kano')
  answerPosted()
  await user.click(await post())
  await waitFor(() => expect(articles()[0]).toHaveTextContent('Stubborn words'))
  expect(screen.queryByText(unexpected)).toBeNull()
})

test('a post interrupted by a reload is sent under its key, unless it is old', async () => {
  answerPosted()
  const body = { caption: 'Interrupted', location: null, postImageDTO: [] }
  const entry = { id: 'post-key', text: body.caption, item: { groupId: null, body } }
  const draft = { text: body.caption, place: null, group: null, files: [], sent: null }
  storeDraft('post', 'home', draft)
  storeUnsent('post', 0, entry)
  await openFeed(samplePost())
  await waitFor(() => expect(articles()[0]).toHaveTextContent('Interrupted'))
  expect(callsOf(createPost).map(({ headers }) => headers.get('idempotency-key'))).toEqual(['post-key'])
  await waitFor(async () => expect(await composer()).toHaveValue(''))
  expect(storedUnsent()).toBe('')

  await closeApp()
  storeDraft('post', 'home', draft)
  storeUnsent('post', 0, { ...entry, writtenAt: Date.now() - 24 * 3_600_000 })
  await openFeed(samplePost())
  expect(await composer()).toHaveValue('Interrupted')
  await waitFor(() => expect(storedUnsent()).not.toContain('post-key'))
  expect(callsOf(createPost)).toHaveLength(1)
})

test('typed text stays if the browser stores no drafts', async () => {
  expect('indexedDB' in window).toBe(false)
  answerPosted()
  answer(countNewPosts, () => ({ count: 0 }))
  const user = await openFeed(samplePost())
  await write(user, 'Nowhere to store it')
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  await user.type(await composer(), '.')
  expect(await composer()).toHaveValue('Nowhere to store it.')
  await user.click(await post())
  await waitFor(() => expect(articles()[0]).toHaveTextContent('Nowhere to store it.'))
})

test('a file that cannot be posted is named until it is removed', async () => {
  const user = await openFeed(samplePost())
  const files = [new File(['words'], 'notes.txt', { type: 'text/plain' })]
  fireEvent.change(screen.getByLabelText('Photo files'), { target: { files } })
  const rejected = await screen.findByRole('list', { name: 'Files that cannot be posted' })
  expect(rejected).toHaveTextContent('notes.txt Only JPEG, PNG')
  await user.click(await button('Leave out notes.txt'))
  expect(rejected).not.toBeInTheDocument()
})

test('a newcomer is shown what to do next', async () => {
  let postsCount = 0
  answerHome([], () => ({ ...profile, postsCount }))
  answerPosted()
  const user = await openApp('/user')
  const empty = within(await region('No posts yet'))
  expect(screen.getAllByText('No posts yet')).toHaveLength(1)
  expect(await screen.findByRole('link', { name: '0 Posts' })).toHaveAttribute('href', '/profile/posts')
  expect(await screen.findByText('Nothing is for sale yet.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'See more' })).toBeNull()
  await user.click(empty.getByRole('button', { name: 'Find people' }))
  expect(screen.getByRole('combobox', { name: 'Search for users' })).toHaveFocus()
  expect(empty.getByRole('link', { name: 'See all groups' })).toHaveAttribute('href', '/group-list')
  await user.click(empty.getByRole('button', { name: 'Write a post' }))
  expect(await composer()).toHaveFocus()
  postsCount = 1
  await user.paste('A first word')
  await user.click(await post())
  expect(await screen.findByText('A first word')).toBeVisible()
  expect(await screen.findByRole('link', { name: '1 Posts' })).toBeVisible()
})

test.each([
  { hour: 8, greeting: 'Mesiere, Ada', day: 'morning' },
  { hour: 18, greeting: 'Good evening, Ada', day: 'evening' },
])('greets with $greeting at $hour o’clock', async ({ hour, greeting, day }) => {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, hour, 5), toFake: ['Date'] })
  answerHome([samplePost()], () => ({ ...profile, groupId: 5, groupName: 'Igala' }))
  answer(getGroup, () => igala)
  await openApp('/user')
  expect(await screen.findByRole('heading', { level: 1, name: greeting })).toBeVisible()
  expect(screen.getByText(`Monday ${day} in your square`)).toBeVisible()
})

test('a group without a picture shows a pattern', async () => {
  answerHome([samplePost()])
  answer(listMemberGroups, ({ query }) => pageOf([igala], 1, query))
  await openApp('/user')
  const group = within(await region('Your groups'))
  const link = await group.findByRole('link', { name: 'Igala 3 members' })
  const picture = link.querySelector('img')
  if (picture === null) throw new Error('no picture')
  expect(picture).toHaveAttribute('src', '/media/igala.webp')
  fireEvent.error(picture)
  await waitFor(() => expect(link.querySelector('img')).toBeNull())
  expect(link.querySelector('svg')).not.toBeNull()
})

test('the profile card leads to the lists that it counts', async () => {
  await openFeed(samplePost())
  const links = within(await region('Your profile')).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ada Obi', '/profile'],
    ['1 Posts', '/profile/posts'],
    ['2 Followers', '/profile/followers'],
    ['3 Following', '/profile/following'],
  ])
})

const sampleItem = (id: number) =>
  itemWith({
    id,
    name: `Talking drum ${id}`,
    price: 27_500.5,
    stock: id === 2 ? 0 : 4,
    sellerUsername: 'wale',
  })

test('the marketplace shows five of twenty items, and says if they fail', async () => {
  answerHome([samplePost()])
  answer(listItems, () => Promise.reject(new Rejection(400, 'Torn')))
  const user = await openApp('/user')
  await expectNotice(failedItems)
  const market = within(await region('Marketplace'))
  expect(market.getByText(failedItems)).toBeVisible()
  expect(screen.getByText('Market day')).toBeVisible()
  const items = Array.from({ length: 20 }, (_, at) => sampleItem(at + 1))
  answer(listItems, ({ query }) => pageOf(items, 20, query))
  await user.click(market.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(market.getAllByRole('listitem')).toHaveLength(5))
  const [first, second] = market.getAllByRole('listitem')
  expect(first).toHaveTextContent('Talking drum 1')
  expect(first).toHaveTextContent('₦27,500.50')
  expect(second).toHaveTextContent('Out Of Stock')
  expect(callsOf(listItems).map(({ query }) => query.size)).toEqual([20, 20])
  expect(market.getByRole('link', { name: 'See more' })).toHaveAttribute('href', '/marketplace')
})
