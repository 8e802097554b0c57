import { followMember } from '@rootsquare/contract/people'
import { likePost, type Post } from '@rootsquare/contract/posts'
import { search, type Found } from '@rootsquare/contract/search'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { allowUnanswered, answer, callsOf, noConnection } from '#web/test/fake-server.ts'
import { newGroup, reject } from '#web/test/group-answers.ts'
import { sampleEntry } from '#web/test/members.ts'
import { closeApp, openApp } from '#web/test/open-app.tsx'
import { untilLoaded } from '#web/test/page.ts'
import { samplePost } from '#web/test/posts.ts'

const bola = sampleEntry(5, { username: 'bola', firstname: 'Bola', lastname: 'Ade' })

/** Returns an answer that, by default, is the last page and contains the words as typed. */
const found = <T extends object>(page: T) => ({ nextCursor: null, isSimilar: false, ...page })
const foundBola = found({ type: 'people' as const, content: [bola] })
const groupsNamed = (name: string) => found({ type: 'groups' as const, content: [newGroup(4, name)] })
const tagged = (tag: string, posts: number) => found({ type: 'tags' as const, content: [{ tag, posts }] })
const postPage = (post: Partial<Post>) => found({ type: 'posts' as const, content: [samplePost(post)] })

function answerSearch(...pages: Found[]): void {
  answer(
    search,
    ({ query: { type } }) => pages.find((page) => page.type === type) ?? found({ type, content: [] }),
  )
}

const field = () => screen.findByRole('searchbox', { name: 'Search' })
const link = (name: string | RegExp) => screen.findByRole('link', { name })

describe('the search', () => {
  test('shows the first results of each kind and leads to all of one kind', async () => {
    answerSearch({ ...foundBola, nextCursor: '3' }, groupsNamed('Ijaw'), tagged('lagos', 1000))
    const user = await openApp('/search')
    await user.type(await field(), 'lagos')
    const people = await screen.findByRole('region', { name: 'People' })
    expect(await field()).toHaveFocus()
    expect(window.location.search).toBe('?q=lagos')
    expect(callsOf(search).map(({ query }) => [query.type, query.q, query.size])).toEqual(
      ['people', 'groups', 'posts', 'items', 'tags'].map((type) => [type, 'lagos', 3]),
    )
    expect(screen.queryByRole('region', { name: 'Posts' })).toBeNull()
    expect(await link(/^Ijaw .*members · No posts yet$/)).toHaveAttribute('href', '/group/4')
    expect(await link('#lagos 1,000+ posts')).toHaveAttribute('href', '/tag/lagos')
    expect(screen.queryByRole('link', { name: 'See all groups' })).toBeNull()
    await user.click(within(people).getByRole('link', { name: 'See all people' }))
    await waitFor(() => expect(window.location.search).toBe('?q=lagos&tab=people'))
    expect(await link('People')).toHaveAttribute('aria-current', 'page')
    expect(await link('All')).not.toHaveAttribute('aria-current')
    window.history.back()
    await waitFor(() => expect(window.location.search).toBe('?q=lagos'))
  })

  test('shows tags first for a search that begins with #', async () => {
    answerSearch(foundBola, tagged('lagos', 3))
    await openApp('/search?q=%23lagos')
    await link(/^#lagos/)
    const headings = await screen.findAllByRole('heading', { level: 2 })
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Tags', 'People'])
  })

  test('shows similar words only if no kind has the typed ones', async () => {
    const similar = { ...foundBola, isSimilar: true }
    answerSearch(similar, groupsNamed('Bole'))
    const user = await openApp('/search?q=bole')
    expect(await screen.findByRole('region', { name: 'Groups' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'People' })).toBeNull()
    answerSearch(similar)
    await user.type(await field(), 's')
    expect(await screen.findByRole('region', { name: 'People' })).toBeVisible()
  })

  test('loads more results of one kind by cursor', async () => {
    const newest = { ...postPage({ id: 9, caption: 'Newest' }), nextCursor: '9' }
    const older = postPage({ id: 8, caption: 'Older' })
    answer(search, ({ query }) => (query.cursor === undefined ? newest : older))
    const user = await openApp('/search?q=yam&tab=posts')
    await screen.findByText('Newest')
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await screen.findByText('Older')
    expect(callsOf(search).map(({ query }) => query.cursor)).toEqual([undefined, '9'])
  })

  test('a like and a follow update the results', async () => {
    answerSearch(foundBola, postPage({}))
    answer(likePost, () => ({ likes: 1, isPostLikedByUser: true }))
    answer(followMember, () => ({ following: true }))
    const user = await openApp('/search?q=yam')
    await user.click(await screen.findByRole('button', { name: /^Like/ }))
    await screen.findByRole('button', { name: /^Like/, pressed: true })
    answerSearch({ ...foundBola, content: [{ ...bola, isFollowedByUser: true }] })
    await user.click(screen.getByRole('button', { name: 'Follow Bola Ade' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Follow' }))
    expect(await screen.findByRole('button', { name: 'Unfollow Bola Ade' })).toBeVisible()
  })

  test('says that nothing was found and what may help', async () => {
    answerSearch()
    await openApp('/search?q=xyz&tab=items')
    expect(await screen.findByText('Nothing found for “xyz”')).toBeVisible()
    expect(screen.getByText(/^Try fewer or shorter words/)).toBeVisible()
  })

  test('a failed search shows why, and Retry repeats it', async () => {
    reject(search, 429, 'Too many at once.')
    const user = await openApp('/search?q=yam')
    const alert = await within(await screen.findByRole('main')).findByRole('alert')
    expect(alert).toHaveTextContent('Too many at once.')
    await untilLoaded()
    answer(search, () => {
      throw noConnection
    })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(/connection/i))
    await untilLoaded()
    answerSearch()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Nothing found for “yam”')).toBeVisible()
  })
})

describe('recent searches', () => {
  const recent = () =>
    within(screen.getByRole('main'))
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent)

  test('are stored on the device and cleared one by one or all', async () => {
    answerSearch()
    const user = await openApp('/search')
    for (const q of ['yam', 'drum', 'Yam']) {
      await user.clear(await field())
      await user.type(await field(), `${q}{Enter}`)
      await screen.findByText(`Nothing found for “${q}”`)
    }
    await closeApp()
    const later = await openApp('/search')
    await screen.findByText('Recent searches')
    expect(recent()).toEqual(['Yam', 'drum'])
    await later.click(screen.getByRole('button', { name: 'Remove drum' }))
    expect(recent()).toEqual(['Yam'])
    await later.click(await link('Yam'))
    await screen.findByText('Nothing found for “Yam”')
    await later.click(screen.getByRole('button', { name: 'Clear search' }))
    await later.click(await screen.findByRole('button', { name: 'Clear all' }))
    expect(await screen.findByText(/^Search for people, groups/)).toBeVisible()
    expect(window.localStorage.getItem('rootsquare.recent-searches.1.0')).toBeNull()
  })
})

test('the key / opens the search from every page and focuses its field', async () => {
  allowUnanswered()
  const user = await openApp('/cart')
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('/')
  await waitFor(async () => expect(await field()).toHaveFocus())
  expect(window.location.pathname).toBe('/search')
  screen.getByRole('main').focus()
  await user.keyboard('/')
  expect(await field()).toHaveFocus()
  expect(await field()).toHaveValue('')
})
