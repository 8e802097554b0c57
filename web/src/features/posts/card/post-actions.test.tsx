import { createMessage } from '@rootsquare/contract/messages'
import { pageOf } from '@rootsquare/contract/lib/paged'
import { blockMember } from '@rootsquare/contract/people'
import { listComments } from '@rootsquare/contract/comments'
import { deletePost, getPost, homeFeed, likePost, updatePost } from '@rootsquare/contract/posts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  card,
  feedPage,
  like,
  openFeed,
  openPost,
  optionsIn,
  ownPost,
  sampleComment,
  samplePost,
} from '#web/test/posts.ts'
import { showOnPhone } from '#web/test/phone-screen.ts'
import { answer, answerLater, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import type { openApp } from '#web/test/open-app.tsx'
import { sampleReport } from '#web/test/reports.ts'
import { button, dialog, expectNotice } from '#web/test/page.ts'

const menu = () => button(/^Options for the post by /)
type User = Awaited<ReturnType<typeof openApp>>

async function choose(user: User, name: string) {
  await user.click(await menu())
  await user.click(await button(name))
}

async function expectLikes(name: string, isPressed: boolean) {
  await waitFor(async () => expect(await like()).toHaveAccessibleName(name))
  expect(await like()).toHaveAttribute('aria-pressed', String(isPressed))
}

test('a like shows before the server has answered', async () => {
  const release = answerLater(likePost, () => ({ likes: 3, isPostLikedByUser: true }))
  const user = await openPost(samplePost())
  await expectLikes('Like, 0 likes', false)
  await user.click(await like())
  await expectLikes('Like, 1 like', true)
  release()
  // Two other members have liked it in the meantime.
  await expectLikes('Like, 3 likes', true)
})

test.each([
  { taps: 8, sent: [true, false] },
  { taps: 7, sent: [true] },
])('sends only the first and the last of $taps quick taps', async ({ taps, sent }) => {
  const release = answerLater(likePost, ({ body }) => {
    const isPostLikedByUser = body?.liked === true
    return { likes: 1 + Number(isPostLikedByUser), isPostLikedByUser }
  })
  const user = await openPost(samplePost({ likes: 1 }))
  for (let tap = 0; tap < taps; tap += 1) await user.click(await like())
  const isLiked = taps % 2 === 1
  await expectLikes(isLiked ? 'Like, 2 likes' : 'Like, 1 like', isLiked)
  release()
  await waitFor(() => expect(callsOf(likePost).map(({ body }) => body?.liked)).toEqual(sent))
  await expectLikes(isLiked ? 'Like, 2 likes' : 'Like, 1 like', isLiked)
})

test('undoes a rejected like', async () => {
  answer(likePost, () => Promise.reject(new Rejection(429, 'Slow down a little.')))
  const user = await openPost(samplePost({ likes: 1 }))
  answer(getPost, () => Promise.reject(noConnection))
  await user.click(await like())
  await expectNotice('Slow down a little.')
  await expectLikes('Like, 1 like', false)
})

test('a like of a deleted post removes it from the feed', async () => {
  const user = await openFeed(samplePost(), samplePost({ id: 8, caption: 'Still here' }))
  answer(likePost, () => Promise.reject(new Rejection(404, 'This post is no longer available.')))
  await user.click((await card('Market day')).getByRole('button', { name: /^Like, / }))
  await expectNotice('This post is no longer available.')
  await waitFor(() => expect(screen.queryByText('Market day')).toBeNull())
  expect(screen.getByText('Still here')).toBeVisible()
})

const mayDelete = { like: true, comment: true, update: false, delete: true, report: true }

test.each([
  { who: 'its author', post: ownPost(), offers: ['Edit Post', 'Delete Post'] },
  { who: 'a reader', post: samplePost(), offers: ['Report Post', 'Block @wale'] },
  {
    who: 'a reader who may delete it',
    post: samplePost({ can: mayDelete }),
    offers: ['Report Post', 'Block @wale', 'Delete Post'],
  },
])('the menu of a post offers $who: $offers', async ({ post, offers }) => {
  const user = await openPost(post)
  await user.click(await menu())
  expect(await optionsIn(/^Options for the post/)).toEqual(['Copy link', ...offers])
})

test('Cancel has the focus when a post is about to be deleted', async () => {
  const user = await openPost(ownPost())
  await choose(user, 'Delete Post')
  const question = await dialog('Delete Post')
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(question).not.toBeInTheDocument())
  expect(await menu()).toHaveFocus()
})

test('a failed deletion keeps the post and the dialog', async () => {
  const user = await openPost(ownPost())
  await choose(user, 'Delete Post')
  const question = await dialog('Delete Post')
  const confirm = within(question).getByRole('button', { name: 'Delete Post' })
  answer(deletePost, () => Promise.reject(noConnection))
  await user.click(confirm)
  await expectNotice('Something went wrong')
  answer(deletePost, () => Promise.reject(new Rejection(500, 'Not today')))
  await user.click(confirm)
  await expectNotice('Not today')
  expect(question).toBeVisible()
  expect(screen.getByText('Market day')).toBeVisible()
})

test('a deleted post leaves the feed, and the next one gets the focus', async () => {
  const user = await openFeed(ownPost(), ownPost({ id: 8, caption: 'Still here' }))
  answer(deletePost, () => null)
  await user.click((await card('Market day')).getByRole('button', { name: /^Options/ }))
  await user.click(await button('Delete Post'))
  await user.click(within(await dialog('Delete Post')).getByRole('button', { name: 'Delete Post' }))
  await expectNotice('Post deleted')
  await waitFor(() => expect(screen.queryByText('Market day')).toBeNull())
  expect(screen.getByText('Still here').closest('article')).toHaveFocus()
})

const caption = () => screen.findByLabelText('Caption')
const save = () => button('Save')

async function write(user: User, field: HTMLElement, text: string) {
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}

test('a block from the menu of a post removes all posts and comments of the author', async () => {
  const stays = samplePost({
    id: 3,
    userId: 3,
    userName: 'chi',
    firstname: 'Chi',
    lastname: 'Eze',
    caption: 'Chi’s stays',
    commentCount: 1,
    comments: [sampleComment(1, 'A comment of Wálé’s')],
  })
  const theirs = ['The second of Wálé’s', 'The first of Wálé’s']
  const [second, first] = theirs.map((caption, at) => samplePost({ id: 7 - at, caption }))
  const user = await openFeed(...(second && first ? [second, stays, first] : []))
  expect(screen.getByText('A comment of Wálé’s')).toBeVisible()
  const left = { ...stays, commentCount: 0, comments: [] }
  answer(blockMember, () => {
    answer(homeFeed, () => feedPage([left]))
    return { blocked: true }
  })
  const block = async (inCard: ReturnType<typeof within>, name: string) => {
    await user.click(inCard.getByRole('button', { name: /^Options for the post by / }))
    await user.click(await button(`Block @${name}`))
    await user.click(within(await dialog(`Block @${name}?`)).getByRole('button', { name: 'Block' }))
  }
  await block(await card('The second of Wálé’s'), 'wale')
  await expectNotice('You have blocked @wale')
  await waitFor(() => expect(screen.queryByText(/of Wálé’s/)).toBeNull())
  await waitFor(() => expect(screen.getByRole('article')).toHaveFocus())

  // The page of the blocked member’s post has nothing left to show.
  answer(getPost, () => left)
  answer(listComments, ({ query }) => pageOf([], 0, query))
  await user.click((await card('Chi’s stays')).getByRole('link', { name: /^Comment/ }))
  await waitFor(() => expect(location.pathname).toBe('/post/3'))
  await screen.findByRole('link', { name: 'Back to the feed' })
  answer(blockMember, () => {
    answer(homeFeed, () => feedPage([]))
    return { blocked: true }
  })
  await block(await card('Chi’s stays'), 'chi')
  await waitFor(() => expect(location.pathname).toBe('/user'))
  await waitFor(() => expect(screen.queryByText('Chi’s stays')).toBeNull())
})

test('an edited caption must not be empty or too long', async () => {
  const user = await openPost(ownPost())
  await choose(user, 'Edit Post')
  const form = within(await dialog('Edit Post'))
  await user.clear(await caption())
  expect(form.getByText('Required.')).toBeVisible()
  await write(user, await caption(), 'x'.repeat(5001))
  expect(form.getByText('Maximum 5000 characters allowed')).toBeVisible()
  await user.click(await save())
  expect(callsOf(updatePost)).toEqual([])
})

test('a failed edit stays as a draft until it is discarded', async () => {
  answer(updatePost, () => Promise.reject(noConnection))
  const user = await openPost(ownPost({ caption: 'Canoe hosue' }))
  await choose(user, 'Edit Post')
  await waitFor(async () => expect(await caption()).toHaveFocus())
  await write(user, await caption(), 'Canoe house')
  await user.click(await save())
  await expectNotice('Something went wrong')
  expect(await caption()).toHaveValue('Canoe house')
  await user.keyboard('{Escape}')
  await waitFor(async () => expect(await menu()).toHaveFocus())
  await choose(user, 'Edit Post')
  await screen.findByText('Draft restored')
  expect(await caption()).toHaveValue('Canoe house')
  await user.click(await button('Discard draft'))
  expect(await caption()).toHaveValue('Canoe hosue')
})

test('a saved edit shows in the post and leaves no draft', async () => {
  answer(updatePost, ({ body }) =>
    ownPost({
      caption: body.caption ?? '',
      location: body.location ?? null,
      editedDate: '2026-03-02T10:00:00.000Z',
    }),
  )
  const user = await openPost(ownPost())
  await choose(user, 'Edit Post')
  await write(user, await caption(), ' Canoe house ')
  await user.type(await screen.findByLabelText('Place'), 'Buguma')
  await user.click(await save())
  await expectNotice('Post saved')
  expect(callsOf(updatePost).map(({ body }) => body)).toEqual([
    { caption: 'Canoe house', location: 'Buguma' },
  ])
  const article = await screen.findByRole('article')
  await waitFor(() => expect(article).toHaveTextContent('Canoe house'))
  expect(article).toHaveTextContent('Buguma')
  expect(within(article).getByText('edited')).toBeVisible()
  expect(await menu()).toHaveFocus()
  await choose(user, 'Edit Post')
  await caption()
  expect(screen.queryByText('Draft restored')).toBeNull()
})

test('a post is shared by links that open in a new tab', async () => {
  const user = await openPost(samplePost({ firstname: 'Ṣadé', lastname: 'A & B' }))
  await user.click(await button('Share'))
  const sheet = within(await dialog('Share'))
  const url = `${location.origin}/post/7`
  const text = 'Ṣadé A & B on Rootsquare'
  for (const [name, address, fields] of [
    ['X', 'https://x.com/intent/post', { url, text }],
    ['WhatsApp', 'https://wa.me/', { text: `${text} ${url}` }],
    ['Facebook', 'https://www.facebook.com/sharer/sharer.php', { u: url }],
  ] as const) {
    const link = sheet.getByRole('link', { name: new RegExp(`${name}.*opens in a new tab`) })
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
    const { origin, pathname, searchParams } = new URL(link.getAttribute('href') ?? '')
    expect(origin + pathname).toBe(address)
    expect(Object.fromEntries(searchParams)).toEqual(fields)
  }
})

test('a copied link closes the sheet and says so', async () => {
  const user = await openPost(samplePost())
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const share = await button('Share')
  await user.click(share)
  await user.click(within(await dialog('Share')).getByRole('button', { name: 'Copy link' }))
  await expectNotice('Link copied')
  expect(copied).toHaveBeenCalledWith(`${location.origin}/post/7`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(share).toHaveFocus()
})

test('shows the link for selecting if the browser cannot copy', async () => {
  const user = await openPost(samplePost())
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await user.click(await button('Share'))
  await user.click(within(await dialog('Share')).getByRole('button', { name: 'Copy link' }))
  const link = await screen.findByLabelText('Select and copy this link')
  expect(link).toHaveValue(`${location.origin}/post/7`)
  expect(link).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose(user, 'Copy link')
  await waitFor(async () => expect(await screen.findByLabelText('Select and copy this link')).toHaveFocus())
})

test('opens the share sheet of the device if it has one', async () => {
  const shared = vi.fn().mockRejectedValue(new DOMException('closed', 'AbortError'))
  // The tests' pointer and keyboard put a clipboard of their own here.
  const clipboard = { value: navigator.clipboard, configurable: true }
  vi.stubGlobal('navigator', Object.create(navigator, { share: { value: shared }, clipboard }))
  const user = await openPost(samplePost())
  await user.click(await button('Share'))
  await user.click(within(await dialog('Share')).getByRole('button', { name: 'Share…' }))
  expect(shared).toHaveBeenCalledWith(expect.objectContaining({ url: `${location.origin}/post/7` }))
  expect(screen.queryByRole('region', { name: 'Notices' })?.textContent ?? '').toBe('')
})

async function openReport() {
  const user = await openPost(samplePost())
  await choose(user, 'Report Post')
  const form = within(await dialog('Report Post'))
  const reason = form.getByLabelText('Reason')
  await waitFor(() => expect(reason).toHaveFocus())
  return { user, form, reason, send: form.getByRole('button', { name: 'Report' }) }
}

test('a report needs a reason of at most 500 characters', async () => {
  const { user, form, reason, send } = await openReport()
  await user.type(reason, '   ')
  await user.click(send)
  expect(form.getByText('Please enter a reason for reporting.')).toBeVisible()
  expect(reason).toHaveFocus()
  fireEvent.change(reason, { target: { value: 'x'.repeat(501) } })
  expect(form.getByText('501 / 500')).toBeVisible()
  expect(form.getByText('Maximum 500 characters allowed')).toBeVisible()
  expect(callsOf(createMessage)).toEqual([])
})

test('a failed report keeps its reason', async () => {
  const { user, reason, send } = await openReport()
  await user.type(reason, 'It sells what is not theirs.')
  answer(createMessage, () => Promise.reject(noConnection))
  await user.click(send)
  await expectNotice('Failed to report post.')
  expect(reason).toHaveValue('It sells what is not theirs.')
  answer(createMessage, () => Promise.reject(new Rejection(409, 'You have reported this already.')))
  await user.click(send)
  await expectNotice('You have reported this already.')
  expect(reason).toHaveValue('It sells what is not theirs.')
})

test('a sent report closes its dialog', async () => {
  const { user, reason, send } = await openReport()
  answer(createMessage, () => sampleReport({ postId: 7 }))
  await user.type(reason, ' Rude ')
  await user.click(send)
  await expectNotice('Thank you. The report is with the moderators.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await menu()).toHaveFocus()
  const sent = { eventType: 'REPORT', postId: 7, reason: 'Rude' }
  expect(callsOf(createMessage).map(({ body }) => body)).toEqual([sent])
})

test('the feed shows the first comment on a post without a call', async () => {
  const comments = [sampleComment(1, 'The first to answer')]
  await openFeed(
    samplePost({ commentCount: 2, comments }),
    samplePost({ id: 8, caption: 'Hidden', commentCount: 1 }),
  )
  const first = await card('Market day')
  expect(first.getByText('The first to answer')).toBeVisible()
  expect(first.getByRole('link', { name: /^Comment, / })).toHaveAccessibleName('Comment, 2 comments')
  expect(first.getByText('2 comments')).toBeVisible()
  // All comments on the other post come from blocked members, so they are only counted.
  const other = await card('Hidden')
  expect(other.getByText('1 comment')).toBeVisible()
  expect(other.getByRole('link', { name: 'See all' })).toHaveAttribute('href', '/post/8#comments')
  expect(callsOf(listComments)).toEqual([])
})

const address = `https://example.com/${'long-way/'.repeat(30)}`
const foldedCaption = `${'Word after word. '.repeat(32)}${address} ${'And on it goes. '.repeat(40)}The end.`

test('only addresses in a caption are links', async () => {
  const caption = 'Read https://example.com/a_(b), not javascript:alert(1)\n<b>plain</b> & "quoted"'
  await openFeed(samplePost({ caption }))
  const link = await screen.findByRole('link', { name: 'https://example.com/a_(b)' })
  expect(link).toHaveAttribute('href', 'https://example.com/a_(b)')
  expect(link.getAttribute('rel')?.split(' ')).toEqual(
    expect.arrayContaining(['nofollow', 'noopener', 'ugc']),
  )
  expect(link.closest('p')?.textContent).toBe(caption)
  expect(link.closest('p')?.querySelectorAll('a')).toHaveLength(1)
})

test('a long caption is folded until more is requested', async () => {
  const user = await openFeed(samplePost({ caption: foldedCaption }))
  const article = screen.getByRole('article')
  const more = await button('Show more')
  expect(more).toHaveAttribute('aria-expanded', 'false')
  expect(article).not.toHaveTextContent('The end.')
  expect(screen.queryByRole('link', { name: address })).toBeNull()
  more.focus()
  await user.keyboard('{Enter}')
  expect(article).toHaveTextContent('The end.')
  expect(screen.getByRole('link', { name: address })).toHaveAttribute('href', address)
  expect(await button('Show less')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(article).not.toHaveTextContent('The end.')
})

test('a short caption and the page of a post are not folded', async () => {
  await openFeed(samplePost({ caption: `${'Short.\n'.repeat(8)}The end.` }))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  cleanup()
  await openPost(samplePost({ caption: foldedCaption }))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a post shows its author, time and place', async () => {
  await openFeed(samplePost({ location: 'Ìkòròdú, Lagos', editedDate: '2026-03-02T10:00:00.000Z' }))
  const article = screen.getByRole('article')
  expect(article).toHaveAccessibleName('Wálé Writer @wale')
  const post = await card('Market day')
  expect(post.getByText('Ìkòròdú, Lagos')).toBeVisible()
  expect(post.getByText('edited')).toBeVisible()
  expect(post.getByRole('link', { name: 'Wálé Writer' })).toHaveAttribute('href', '/u/wale')
  const time = article.querySelector('time')
  expect(time).toHaveAttribute('datetime', expect.stringMatching(/^\d{4}-\d\d-\d\dT/))
  expect(time).toHaveAttribute('title', expect.stringMatching(/\d{4} at \d\d:\d\d/))
  expect(time?.closest('a')).toHaveAttribute('href', '/post/7')
})

const pictures = Array.from({ length: 6 }, (_, at) => ({
  postImage: `/media/${at}.webp`,
  thumbnail: `/media/${at}-small.webp`,
  type: 'image' as const,
  width: 600,
  height: 900,
  alt: at === 1 ? 'Four coloured squares of cloth' : null,
}))

test('a feed shows four pictures and how many more there are', async () => {
  await openFeed(samplePost({ postImageDTO: pictures }))
  const images = screen.getAllByRole('img', { name: /^Picture by Wálé Writer|^Four coloured/ })
  expect(images).toHaveLength(4)
  expect(images[1]).toHaveAccessibleName('Four coloured squares of cloth')
  expect(images[3]?.closest('button')).toHaveTextContent('+2')
})

test('only the first picture is loaded early', async () => {
  await openFeed(samplePost({ id: 9, postImageDTO: pictures }), samplePost({ id: 8, postImageDTO: pictures }))
  const [first, ...others] = screen.getAllByRole('img', { name: /^Picture by Wálé Writer|^Four coloured/ })
  expect(first).toHaveAttribute('loading', 'eager')
  expect(first).toHaveAttribute('fetchpriority', 'high')
  expect(others).toHaveLength(7)
  for (const image of others) {
    expect(image).toHaveAttribute('loading', 'lazy')
    expect(image).toHaveAttribute('fetchpriority', 'auto')
  }
})

test('a single picture is loaded lazily in the size that fits', async () => {
  await openFeed(
    samplePost({ id: 9, postImageDTO: pictures.slice(0, 1) }),
    samplePost({ id: 8, postImageDTO: pictures.slice(1, 2) }),
  )
  const image = screen.getByRole('img', { name: 'Four coloured squares of cloth' })
  expect(image).toHaveAttribute('width', '600')
  expect(image).toHaveAttribute('loading', 'lazy')
  expect(image).toHaveAttribute('srcset', '/media/1-small.webp 320w, /media/1.webp 600w')
})

test('a picture that does not load is replaced by its description', async () => {
  const user = await openFeed(samplePost({ postImageDTO: pictures }))
  const image = screen.getByRole('img', { name: 'Four coloured squares of cloth' })
  const tile = image.closest('button')
  fireEvent.error(image)
  await waitFor(() => expect(tile).toHaveTextContent('Four coloured squares of cloth'))
  if (tile === null) throw new Error('the picture is no button')
  expect(within(tile).queryByRole('img')).toBeNull()
  await user.click(tile)
  const large = within(await dialog(/^Pictures and videos by/))
  expect(large.getByText('Picture 2 of 6')).toBeVisible()
  expect(large.getByRole('figure')).toHaveTextContent('Four coloured squares of cloth')
  fireEvent.error(large.getByRole('img'))
  await waitFor(() => expect(large.queryByRole('img')).toBeNull())
  expect(large.getAllByText('Four coloured squares of cloth')[0]).toBeVisible()
})

test.each([
  { thumbnail: null, preload: 'metadata' },
  { thumbnail: '/media/dance-720.webp', preload: 'none' },
])('a video waits for Play, with $preload loaded before', async ({ thumbnail, preload }) => {
  const [picture] = pictures
  if (picture === undefined) throw new Error('no picture')
  const film = {
    ...picture,
    type: 'video' as const,
    postImage: '/media/dance.webm',
    thumbnail,
    alt: 'A dance',
  }
  await openFeed(samplePost({ postImageDTO: [film] }))
  expect(await button('Play: A dance')).toBeVisible()
  const video = document.querySelector('video')
  expect(video).toHaveAttribute('preload', preload)
  for (const name of ['controls', 'playsinline']) expect(video).toHaveAttribute(name)
  expect(video).not.toHaveAttribute('autoplay')
})

test('buttons and keys move through the pictures, and the focus returns', async () => {
  const user = await openFeed(samplePost({ postImageDTO: pictures }))
  const tile = screen.getByRole('img', { name: 'Four coloured squares of cloth' }).closest('button')
  if (tile === null) throw new Error('the picture is no button')
  tile.focus()
  await user.keyboard('{Enter}')
  const large = within(await dialog(/^Pictures and videos by/))
  const expectShown = async (at: number) => expect(await large.findByText(`Picture ${at} of 6`)).toBeVisible()
  await expectShown(2)
  await user.keyboard('{ArrowRight}')
  await expectShown(3)
  await waitFor(() => expect(document.getElementById('live-polite')).toHaveTextContent('Picture 3 of 6'))
  await user.keyboard('{End}{ArrowRight}')
  await expectShown(6)
  expect(large.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(large.getByRole('button', { name: 'Previous' }))
  await expectShown(5)
  await user.click(large.getByRole('button', { name: 'Next' }))
  await expectShown(6)
  await user.keyboard('{Home}{ArrowLeft}')
  await expectShown(1)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(tile).toHaveFocus()
})

test('on a phone the pictures of a post are in one strip', async () => {
  showOnPhone()
  const user = await openPost(samplePost({ postImageDTO: pictures }))
  const strip = document.querySelector<HTMLElement>('[data-shape=strip]')
  if (strip === null) throw new Error('no strip')
  expect(within(strip).getAllByRole('img')).toHaveLength(6)
  expect(screen.getByText('1 / 6')).toBeVisible()
  Object.defineProperty(strip, 'clientWidth', { value: 360 })
  fireEvent.scroll(strip, { target: { scrollLeft: 720 } })
  expect(screen.getByText('3 / 6')).toBeVisible()
  await user.click(within(strip).getByRole('button', { name: 'Four coloured squares of cloth' }))
  expect(within(await dialog(/^Pictures and videos by/)).getByText('Picture 2 of 6')).toBeVisible()
})
