import { searchMembers } from '@rootsquare/contract/profiles'
import { listFollowing } from '@rootsquare/contract/people'
import { listPopularTags } from '@rootsquare/contract/post-lists'
import { search } from '@rootsquare/contract/search'
import { addComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, callsOf, noConnection } from '#web/test/fake-server.ts'
import { onlyPage, sampleEntry } from '#web/test/members.ts'
import { commentField, openFeed, openPost, ownComment, sampleComment, samplePost } from '#web/test/posts.ts'

const bose = sampleEntry(3, { username: 'bose.akande', firstname: 'Bọ́sẹ̀', lastname: 'Akande' })
const bello = sampleEntry(5, { username: 'bello', firstname: 'Bello', lastname: 'Musa' })

const list = () => screen.findByRole('listbox', { name: 'Members to mention' })
const offered = async () =>
  within(await list())
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const field = () => screen.findByRole('textbox', { name: 'Write a comment' })

async function openComments(...more: Comment[]) {
  const comments = [sampleComment(4, 'What a day'), ...more]
  const user = await openPost(samplePost({ commentCount: comments.length }), comments)
  answer(listFollowing, () => onlyPage([bose]))
  answer(searchMembers, ({ query }) => onlyPage(query.q.startsWith('be') ? [bello] : [bello, bose]))
  await screen.findByText('What a day')
  await user.click(await commentField())
  return user
}

test('@ suggests followed members and those of the thread without a search', async () => {
  const user = await openComments()
  await user.keyboard('Thank you @')
  await waitFor(async () => expect(await offered()).toEqual(['Bọ́sẹ̀ Akande@bose.akande', 'Wálé Writer@wale']))
  expect(callsOf(searchMembers)).toEqual([])
})

test('members found by the search follow, each once', async () => {
  const user = await openComments()
  await user.keyboard('@b')
  await waitFor(async () => expect(await offered()).toEqual(['Bọ́sẹ̀ Akande@bose.akande', 'Bello Musa@bello']))
})

test('members with the text inside a name come last, even if followed', async () => {
  const { id: userId, username: userName, firstname, lastname } = bose
  const user = await openComments(sampleComment(5, 'Yes', { userId, userName, firstname, lastname }))
  const ene = sampleEntry(6, {
    username: 'ene.o',
    firstname: 'Ene',
    lastname: 'Ochigbo',
    isFollowedByUser: true,
  })
  const boma = sampleEntry(7, { username: 'boma', firstname: 'Boma', lastname: 'Green' })
  answer(listFollowing, () => onlyPage([ene]))
  answer(searchMembers, () => onlyPage([ene, boma, bose]))
  await user.keyboard('@bo')
  await waitFor(async () =>
    expect(await offered()).toEqual(['Bọ́sẹ̀ Akande@bose.akande', 'Boma Green@boma', 'Ene Ochigbo@ene.o']),
  )
})

test('arrows and Enter choose, and the cursor is behind the name', async () => {
  const user = await openComments()
  await user.keyboard('Thank you @b')
  await waitFor(async () => expect(await offered()).toHaveLength(2))
  await user.keyboard('{ArrowDown}')
  const active = within(await list()).getByRole('option', { selected: true })
  expect(active).toHaveTextContent('bello')
  expect(await field()).toHaveAttribute('aria-activedescendant', active.id)
  await user.keyboard('{Enter}indeed')
  expect(await commentField()).toHaveValue('Thank you @bello indeed')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a press chooses and leaves the focus in the field', async () => {
  const user = await openComments()
  await user.keyboard('@bos')
  await user.click(await screen.findByRole('option', { name: /bose\.akande/ }))
  expect(await commentField()).toHaveValue('@bose.akande ')
  expect(await commentField()).toHaveFocus()
})

test('Escape closes only the list, until the next @', async () => {
  const user = await openComments()
  await user.keyboard('@bos')
  await list()
  await user.keyboard('{Escape}e')
  expect(await commentField()).toHaveValue('@bose')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard(' @b')
  await list()
})

test('sending closes an open list', async () => {
  const user = await openComments()
  answer(addComment, ({ body }) => ownComment(9, body.comments))
  await user.keyboard('@bos')
  await list()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.getByText('@bos')).toBeVisible())
  expect(await commentField()).toHaveValue('')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('typing continues if the search fails', async () => {
  const user = await openComments()
  answer(searchMembers, () => Promise.reject(noConnection))
  answer(listFollowing, () => Promise.reject(noConnection))
  await user.keyboard('@zz and more')
  expect(await commentField()).toHaveValue('@zz and more')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('the composer suggests members too', async () => {
  const user = await openFeed(samplePost())
  answer(listFollowing, () => onlyPage([bose]))
  answer(searchMembers, () => onlyPage([]))
  await user.click(await screen.findByRole('textbox', { name: 'What is happening back home?' }))
  await user.keyboard('With @bo')
  await list()
  await user.keyboard('{Tab}')
  expect(screen.getByRole('textbox', { name: 'What is happening back home?' })).toHaveValue(
    'With @bose.akande ',
  )
})

const tags = () => screen.findByRole('listbox', { name: 'Tags' })
const offeredTags = async () =>
  within(await tags())
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

function answerTags(...found: [string, number][]): void {
  const content = found.map(([tag, posts]) => ({ tag, posts }))
  answer(search, () => ({ type: 'tags' as const, content, nextCursor: null, isSimilar: false }))
  answer(listPopularTags, () => [{ tag: 'suya', posts: 9 }])
}

test('# suggests popular tags, then those with the typed beginning', async () => {
  const user = await openComments()
  answerTags(['newyam', 12], ['newmoon', 1], ['anew', 1])
  await user.keyboard('At #')
  expect(await offeredTags()).toEqual(['#suya9 posts'])
  await user.keyboard('Ne')
  await waitFor(async () => expect(await offeredTags()).toEqual(['#newyam12 posts', '#newmoon1 post']))
  await user.keyboard('{ArrowDown}{Enter}tonight')
  expect(await commentField()).toHaveValue('At #newmoon tonight')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('the composer suggests tags, but none for a complete tag', async () => {
  const user = await openFeed(samplePost())
  answerTags(['newyam', 12])
  const caption = await screen.findByRole('textbox', { name: 'What is happening back home?' })
  await user.click(caption)
  await user.keyboard('#newya')
  await tags()
  await user.keyboard('m')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  await user.keyboard('{Enter}#n')
  await tags()
  await user.keyboard('{Tab}')
  expect(caption).toHaveValue('#newyam\n#newyam ')
})

test('mentions of members and tags are links', async () => {
  const caption = 'With @bose.akande and @nobody at #NewYam, see www.example.com <b>'
  const mentions = [{ id: 3, username: 'bose.akande' }]
  await openPost(samplePost({ caption, mentions, tags: ['newyam'] }))
  const article = within(screen.getByRole('article'))
  expect(article.getByRole('link', { name: '@bose.akande' })).toHaveAttribute('href', '/u/bose.akande')
  expect(article.getByRole('link', { name: '#NewYam' })).toHaveAttribute('href', '/tag/newyam')
  expect(article.getByRole('link', { name: 'www.example.com' })).toHaveAttribute(
    'href',
    'https://www.example.com',
  )
  expect(article.queryByRole('link', { name: /nobody/ })).toBeNull()
  expect(article.getByText(/<b>$/)).toBeVisible()
})
