import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { closeSnackbars, dialog, expectSnackbar, holdBack, snackbars } from '../support/in-settings.ts'
import {
  action,
  as,
  cardOf,
  commentsOn,
  onCard,
  onComments,
  openPost,
  ownPost,
  postOf,
  truth,
  writeComment,
  writePost,
} from '../support/on-posts.ts'
import { answer, enter, pastTheEdge, test } from '../support/visit.ts'

const likeCall = '**/api/post/like/*'
const noResponse = 'No response from the server. Please check your network connection.'

test('a like shows at once, and quick taps end as the server has it', async ({ page, server }) => {
  const { id, ...author } = await postOf(server, 'adaeze.n', 'Clay from the river bank')
  const reader = await as(server, 'bose.akande')
  const slow = holdBack()
  await page.route(likeCall, slow.hold)
  const { like } = onCard(await openPost(page, reader.token, id))
  await expect(like).toHaveAccessibleName('Like, 0 likes')
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 1 like')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  const answered = page.waitForResponse(likeCall)
  slow.letGo()
  expect((await answered).status()).toBe(200)

  expect(await truth(author.api, id)).toMatchObject({ likes: 1, isPostLikedByUser: false })
  const theirs = await author.api.post(`/api/post/like/${id}`, { data: { liked: true } })
  expect(theirs.ok()).toBe(true)
  await like.click()
  // The server's own count, with what the other one did meanwhile.
  await expect(like).toHaveAccessibleName('Like, 1 like')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(async () => (await truth(author.api, id)).likes).toBe(1)

  // Quick taps: what lies between the first and the last is never sent.
  await page.unrouteAll()
  const sent: unknown[] = []
  await page.route(likeCall, async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fallback()
  })
  for (const [taps, isLiked] of [
    [8, false],
    [7, true],
  ] as const) {
    sent.length = 0
    const slow = holdBack()
    await page.route(likeCall, slow.hold, { times: 1 })
    for (let tap = 0; tap < taps; tap += 1) await like.click()
    await expect(like).toHaveAttribute('aria-pressed', String(isLiked))
    slow.letGo()
    const expected = isLiked ? [{ liked: true }] : [{ liked: true }, { liked: false }]
    await expect.poll(() => sent, `${taps} taps`).toEqual(expected)
    const settled = { likes: 1 + Number(isLiked), isPostLikedByUser: isLiked }
    await expect.poll(() => truth(reader.api, id)).toMatchObject(settled)
    await expect(like).toHaveAttribute('aria-pressed', String(isLiked))
    await expect(like).toHaveAccessibleName(isLiked ? 'Like, 2 likes' : 'Like, 1 like')
    expect(sent).toEqual(expected)
  }
})

test('a like that is refused goes back, and one whose answer is lost is asked for', async ({
  page,
  server,
}) => {
  const { id, ...author } = await postOf(server, 'adaeze.n', 'Clay from the other bank')
  const theirs = await author.api.post(`/api/post/like/${id}`, { data: { liked: true } })
  expect(theirs.ok()).toBe(true)
  const reader = await as(server, 'bose.akande')
  const { like } = onCard(await openPost(page, reader.token, id))
  await page.route(likeCall, answer(429, { error: ['Slow down a little.'], message: '' }))
  await like.click()
  await expectSnackbar(page, 'Slow down a little.')
  await expect(like).toHaveAccessibleName('Like, 1 like')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await page.unrouteAll()
  await page.route(likeCall, (route) => route.abort('connectionfailed'))
  await like.click()
  await expectSnackbar(page, noResponse)
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await page.unrouteAll()
  await page.route(likeCall, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 2 likes')
  await expect.poll(() => truth(reader.api, id)).toMatchObject({ likes: 2, isPostLikedByUser: true })
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await page.unrouteAll()
  await like.click()
  await expect.poll(async () => (await truth(reader.api, id)).likes).toBe(1)
  await expect(like).toHaveAccessibleName('Like, 1 like')
})

test('the heart pops, but not for those who want things still', async ({ page, server }) => {
  const { card } = await ownPost(page, server, 'adaeze.n', 'Clay that is still wet')
  const { like } = onCard(card)
  await like.evaluate((button) => {
    button.addEventListener('animationstart', () => button.setAttribute('data-test-popped', ''))
  })
  await like.click()
  await expect(like).toHaveAttribute('data-test-popped')
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  expect(await like.evaluate((button) => button.getAnimations({ subtree: true }).length)).toBe(0)
})

test('under a post of the feed stands the first comment, and how many there are', async ({
  page,
  server,
}) => {
  const words = ['The first to answer', 'The second to answer']
  const { token, api, id } = await postOf(server, 'oyiza.s', 'Who ships to Okene?', words)
  // As where all comments of a post come from blocked members, who are only counted.
  const unseen = await writePost(api, 'Only words one does not see')
  await writeComment(api, unseen, 'Out of sight')
  await page.route('**/api/post/user/post/feed?*', async (route) => {
    const reply: { data: { content: { id: number }[] } } = await (await route.fetch()).json()
    const content = reply.data.content.map((post) => (post.id === unseen ? { ...post, comments: [] } : post))
    await route.fulfill({ json: { ...reply, data: { ...reply.data, content } } })
  })
  let asked = 0
  page.on('request', (request) => (asked += Number(request.url().includes('/api/post/comments/'))))
  await enter(page, token)
  await page.goto('/user')
  const card = cardOf(page, 'Who ships to Okene?')
  await expect(card.getByText('The first to answer')).toBeVisible()
  await expect(card.getByText('The second to answer')).toHaveCount(0)
  await expect(onCard(card).comment).toHaveAccessibleName('Comment, 2 comments')
  await expect(card.getByText('2 comments', { exact: true })).toBeVisible()
  const bare = cardOf(page, 'Only words one does not see')
  await expect(bare.getByText('1 comment', { exact: true })).toBeVisible()
  await expect(bare.getByRole('link', { name: 'See all' })).toBeVisible()
  // They are not asked for post by post.
  expect(asked).toBe(0)
  await card.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL(`/post/${id}`)
  const { row, field } = onComments(page)
  await expect(row('The second to answer')).toBeVisible()
  await page.goBack()
  await onCard(card).comment.click()
  await expect(field).toBeFocused()
  await page.keyboard.type('The third to answer')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => commentsOn(api, id)).toHaveLength(3)
  await page.goBack()
  await expect(card.getByText('3 comments', { exact: true })).toBeVisible()
  // Where the first was deleted the next is fetched, which says so when it fails.
  await card.getByRole('link', { name: 'See all' }).click()
  await row('The first to answer').getByRole('button').click()
  await action(page, 'Delete').click()
  await dialog(page, 'Delete comment').getByRole('button', { name: 'Delete' }).click()
  await expectSnackbar(page, 'Comment deleted')
  await expect(row('The first to answer')).toHaveCount(0)
  await page.route('**/api/post/comments/*?*', answer(403, { error: ['Not now'], message: '' }))
  await page.goBack()
  await expectSnackbar(page, 'Error fetching comments for timeline')
  await expect(card.getByText('Error fetching comments for timeline')).toBeVisible()
  await page.unrouteAll()
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByText('The second to answer')).toBeVisible()
  await expect(card.getByRole('link', { name: 'See all', exact: true })).toBeVisible()
})

test('the menu of a post offers what the server allows, and closes in three ways', async ({
  page,
  server,
}) => {
  const { id, card } = await ownPost(page, server, 'karo.efe', 'Regatta at Abraka')
  const { menu, share } = onCard(card)
  // Dialogs are fetched when they are asked for, which says so when it fails.
  await page.route('**/assets/post-dialogs-*.js', (route) => route.abort('connectionfailed'))
  await share.click()
  await expectSnackbar(page, noResponse)
  await page.unrouteAll()
  const offered = page.getByRole('dialog', { name: /^Options for / })
  const offers = offered.getByRole('button')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => page.mouse.click(4, 4),
  ]) {
    await menu.focus()
    await page.keyboard.press('Enter')
    await expect(offers).toHaveText(['Copy link', 'Edit Post', 'Delete Post'])
    await expect(action(page, 'Copy link')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(action(page, 'Edit Post')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(action(page, 'Delete Post')).toBeFocused()
    await close()
    await expect(offered).toHaveCount(0)
    await expect(menu).toBeFocused()
    await expect(page).toHaveURL(`/post/${id}`)
  }
  const { token } = await as(server, 'ene.ochigbo')
  await page.setViewportSize({ width: 320, height: 700 })
  await onCard(await openPost(page, token, id)).menu.click()
  await expect(offers).toHaveText(['Copy link', 'Report Post', 'Block @karo.efe', 'Delete Post'])
  await expectAccessibleState(page)
  expect(await pastTheEdge(page)).toEqual([])
})

test('a like counts in every list, and a deleted post leaves them all', async ({ page, server }) => {
  const { token, api, id } = await postOf(server, 'ibinabo.b', 'Soon gone from Jos')
  const last = await writePost(api, 'Deleted from its page')
  await writePost(api, 'Still here on the plateau')
  await writePost(api, 'The one to go')
  await enter(page, token)
  await page.goto('/user')
  const [gone, stays] = [cardOf(page, 'Soon gone from Jos'), cardOf(page, 'Still here on the plateau')]
  await expect(gone).toBeVisible()
  expect((await api.delete(`/api/post/delete/${id}`)).ok()).toBe(true)
  await onCard(gone).like.click()
  await expectSnackbar(page, 'This post is not here any more.')
  await expect(gone).toHaveCount(0)
  await onCard(stays).like.click()
  await expect(onCard(stays).like).toHaveAccessibleName('Like, 1 like')
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(page).toHaveURL('/profile')
  await expect(onCard(stays).like).toHaveAttribute('aria-pressed', 'true')

  // Deleting asks first and tells failures; then the focus goes to the next post.
  await page.goBack()
  await expect(page).toHaveURL('/user')
  const card = cardOf(page, 'The one to go')
  const { menu } = onCard(card)
  const question = dialog(page, 'Delete Post')
  const ask = async () => {
    await menu.click()
    await action(page, 'Delete Post').click()
    await expect(question).toBeVisible()
  }
  await ask()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(menu).toBeFocused()
  await page.route('**/api/post/delete/*', (route) => route.abort('connectionfailed'))
  await ask()
  await question.getByRole('button', { name: 'Delete Post' }).click()
  await expectSnackbar(page, 'Something went wrong')
  await expect(question).toBeVisible()
  await page.unrouteAll()
  await page.route('**/api/post/delete/*', answer(500, { error: ['Not today'], message: '' }))
  await question.getByRole('button', { name: 'Delete Post' }).click()
  await expectSnackbar(page, 'Not today')
  await page.unrouteAll()
  await question.getByRole('button', { name: 'Delete Post' }).click()
  await expectSnackbar(page, 'Post deleted')
  await expect(card).toHaveCount(0)
  await expect(stays).toBeVisible()
  await expect.poll(() => stays.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  await expect(page).toHaveURL('/user')

  // On its own page it leads back to the feed, and Back does not lead to the hole.
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(page).toHaveURL('/profile')
  await cardOf(page, 'Deleted from its page').locator('a:has(time)').click()
  await expect(page).toHaveURL(`/post/${last}`)
  await expect(onComments(page).field).toBeVisible()
  await onCard(page.getByRole('article')).menu.click()
  await action(page, 'Delete Post').click()
  await dialog(page, 'Delete Post').getByRole('button', { name: 'Delete Post' }).click()
  await expect(page).toHaveURL('/user')
  await expectSnackbar(page, 'Post deleted')
  await expect(cardOf(page, 'Deleted from its page')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/profile')
})

test('the author edits a post, and loses nothing typed', async ({ page, server }) => {
  const { api, id, card } = await ownPost(page, server, 'ibinabo.b', 'Canoe hosue of my mother')
  const { menu } = onCard(card)
  const form = dialog(page, 'Edit Post')
  const edit = async () => {
    await menu.click()
    await action(page, 'Edit Post').click()
    await expect(form.getByLabel('Caption')).toBeFocused()
  }
  await edit()
  await form.getByLabel('Caption').fill('')
  await expect(form.getByText('Required.')).toBeVisible()
  await form.getByLabel('Caption').fill('Canoe house of my mother')
  await form.getByLabel('Place').fill('Buguma')
  await page.route('**/api/post/update/*', (route) => route.abort('connectionfailed'))
  await form.getByRole('button', { name: 'Save' }).click()
  await expectSnackbar(page, 'Something went wrong')
  await expect(form.getByLabel('Caption')).toHaveValue('Canoe house of my mother')
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.unrouteAll()
  await edit()
  await expect(form.getByText('Draft restored')).toBeVisible()
  await form.getByRole('button', { name: 'Discard draft' }).click()
  await expect(form.getByLabel('Caption')).toHaveValue('Canoe hosue of my mother')
  await form.getByLabel('Caption').fill('Canoe house of my mother')
  await form.getByLabel('Place').fill('Buguma')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectSnackbar(page, 'Post saved')
  await expect(form).toHaveCount(0)
  await expect(menu).toBeFocused()
  await expect(card).toContainText('Canoe house of my mother')
  await expect(card).toContainText('Buguma')
  await expect(card.getByText('edited')).toBeVisible()
  expect(await truth(api, id)).toMatchObject({ caption: 'Canoe house of my mother' })
  await edit()
  await expect(form.getByText('Draft restored')).toHaveCount(0)
  await form.getByLabel('Caption').fill('x'.repeat(5001))
  await expect(form.getByText('Maximum 5000 characters allowed')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(form).toBeVisible()
  await expectAccessibleState(page)
  expect(await pastTheEdge(page)).toEqual([])
})

test('a post is shared by link, by other services and by the device', async ({ page, server }) => {
  await page.addInitScript(() => {
    const writeText = (text: string) => {
      const isAllowed = document.documentElement.dataset.clipboard !== 'refused'
      if (isAllowed) document.documentElement.dataset.copied = text
      return isAllowed ? Promise.resolve() : Promise.reject(new DOMException('no', 'NotAllowedError'))
    }
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  })
  await page.setViewportSize({ width: 320, height: 700 })
  const { id, card } = await ownPost(page, server, 'ibinabo.b', 'To be shared')
  const { menu, share } = onCard(card)
  const sheet = dialog(page, 'Share')
  await share.click()
  const link = `${server.url}/post/${id}`
  for (const name of ['X', 'WhatsApp', 'Facebook']) {
    const way = sheet.getByRole('link', { name: `${name} (opens in a new tab)` })
    await expect(way).toHaveAttribute('target', '_blank')
    await expect(way).toHaveAttribute('rel', /noopener/)
    await expect(way).toHaveAttribute('href', new RegExp(encodeURIComponent(link)))
  }
  await expectAccessibleState(page)
  expect(await pastTheEdge(page)).toEqual([])
  await expect(sheet.getByRole('button', { name: 'Share…' })).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Copy link' }).click()
  await expectSnackbar(page, 'Link copied')
  await expect(page.locator('html')).toHaveAttribute('data-copied', link)
  await expect(sheet).toHaveCount(0)
  await expect(share).toBeFocused()
  await page.evaluate(() => (document.documentElement.dataset.clipboard = 'refused'))
  await share.click()
  await sheet.getByRole('button', { name: 'Copy link' }).click()
  const byHand = sheet.getByLabel('Select and copy this link')
  await expect(byHand).toHaveValue(link)
  await expect(byHand).toBeFocused()
  await page.keyboard.press('Escape')
  await menu.click()
  await action(page, 'Copy link').click()
  await expect(byHand).toBeFocused()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(menu).toBeFocused()
  await expect(page).toHaveURL(`/post/${id}`)
  // Where the device has a sheet of its own, that is opened.
  await closeSnackbars(page)
  await page.evaluate(() => {
    const share = (data: ShareData) => {
      document.title = `shared ${data.url}`
      return Promise.reject(new DOMException('closed', 'AbortError'))
    }
    Object.defineProperty(navigator, 'share', { value: share })
  })
  await share.click()
  await sheet.getByRole('button', { name: 'Share…' }).click()
  await expect(page).toHaveTitle(`shared ${link}`)
  await expect(snackbars(page)).toHaveCount(0)
})

test('a report wants a reason, keeps it through failures, and is taken once', async ({ page, server }) => {
  const { id } = await postOf(server, 'falmata.k', 'Something to report')
  const reader = await as(server, 'arit.effiom')
  const { menu } = onCard(await openPost(page, reader.token, id))
  const form = dialog(page, 'Report Post')
  const reason = form.getByLabel('Reason')
  const send = form.getByRole('button', { name: 'Report', exact: true })
  const open = async () => {
    await menu.click()
    await action(page, 'Report Post').click()
    await expect(reason).toBeFocused()
  }
  await menu.click()
  const offers = page.getByRole('dialog', { name: /^Options for / }).getByRole('button')
  await expect(offers).toHaveText(['Copy link', 'Report Post', 'Block @falmata.k'])
  await page.keyboard.press('Escape')
  await expect(offers).toHaveCount(0)
  await open()
  await reason.fill('   ')
  await send.click()
  await expect(form.getByText('Please enter a reason for reporting.')).toBeVisible()
  await expect(reason).toBeFocused()
  await reason.fill('x'.repeat(501))
  await expect(form.getByText('501 / 500')).toBeVisible()
  await expect(form.getByText('Maximum 500 characters allowed')).toBeVisible()
  await reason.fill('It sells what is not theirs.')
  await page.route('**/api/messaging/create', (route) => route.abort('connectionfailed'))
  await send.click()
  await expectSnackbar(page, 'Failed to report post.')
  await expect(reason).toHaveValue('It sells what is not theirs.')
  await page.unrouteAll()
  await send.click()
  await expectSnackbar(page, 'Thank you. The report is with the moderators.')
  await expect(form).toHaveCount(0)
  await expect(menu).toBeFocused()
  await open()
  await reason.fill('Once more')
  await send.click()
  await expectSnackbar(page, 'You have reported this already. The moderators will look at it.')
  await expect(reason).toHaveValue('Once more')
})
