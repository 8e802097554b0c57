import { expect } from './fixtures.ts'
import { closeSnackbars, dialog, expectSnackbar, holdBack, snackbars } from './in-settings.ts'
import {
  action,
  as,
  besides,
  cardOf,
  commentsOn,
  onCard,
  onComments,
  openPost,
  ownPost,
  postOf,
  truth,
  writePost,
} from './on-posts.ts'
import { answer, enter, expectSound, pastTheEdge, test, withoutStream } from './visit.ts'

const likeCall = '**/api/post/like/*'
const noResponse = 'No response from the server. Please check your network connection.'

test.describe('liking a post', () => {
  test('shows at once, before the server has answered; the other member sees it too', async ({
    page,
    browser,
    server,
  }) => {
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

    const other = await browser.newContext({ baseURL: server.url })
    const beside = await besides(other, author.token)
    await beside.goto(`/post/${id}`)
    const theirs = onCard(beside.getByRole('article')).like
    await expect(theirs).toHaveAccessibleName('Like, 1 like')
    await expect(theirs).toHaveAttribute('aria-pressed', 'false')
    await theirs.click()
    await expect(theirs).toHaveAccessibleName('Like, 2 likes')
    await expect.poll(async () => (await truth(author.api, id)).likes).toBe(2)
    await like.click()
    // The server's own count, with what the other one did meanwhile.
    await expect(like).toHaveAccessibleName('Like, 1 like')
    await expect(like).toHaveAttribute('aria-pressed', 'false')
    await other.close()
  })

  test('quick taps end as the server has it', async ({ page, server }) => {
    const { id } = await postOf(server, 'adaeze.n', 'Tapped many times')
    const reader = await as(server, 'bose.akande')
    const sent: unknown[] = []
    await page.route(likeCall, async (route) => {
      sent.push(route.request().postDataJSON())
      await route.fallback()
    })
    const { like } = onCard(await openPost(page, reader.token, id))
    for (const [taps, isLiked] of [
      [2, false],
      [8, false],
      [7, true],
    ] as const) {
      sent.length = 0
      const slow = holdBack()
      await page.route(likeCall, slow.hold, { times: 1 })
      for (let tap = 0; tap < taps; tap += 1) await like.click()
      await expect(like).toHaveAttribute('aria-pressed', String(isLiked))
      slow.letGo()
      // What lies between the first and the last tap is never sent.
      const expected = isLiked ? [{ liked: true }] : [{ liked: true }, { liked: false }]
      await expect.poll(() => sent, `${taps} taps`).toEqual(expected)
      const settled = { likes: Number(isLiked), isPostLikedByUser: isLiked }
      await expect.poll(() => truth(reader.api, id)).toMatchObject(settled)
      await expect(like).toHaveAttribute('aria-pressed', String(isLiked))
      await expect(like).toHaveAccessibleName(isLiked ? 'Like, 1 like' : 'Like, 0 likes')
      expect(sent).toEqual(expected)
    }
    await page.reload()
    await expect(like).toHaveAccessibleName('Like, 1 like')
  })

  test('goes back when the server refuses, with its words; a lost answer is asked for', async ({
    page,
    server,
  }) => {
    const { api, id, card } = await ownPost(page, server, 'bose.akande', 'Not to be liked today')
    const { like } = onCard(card)
    await page.route(likeCall, answer(429, { error: ['Slow down a little.'], message: '' }))
    await like.click()
    await expectSnackbar(page, 'Slow down a little.')
    await expect(like).toHaveAccessibleName('Like, 0 likes')
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
    await expect(like).toHaveAccessibleName('Like, 1 like')
    await expect.poll(() => truth(api, id)).toMatchObject({ likes: 1, isPostLikedByUser: true })
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await page.unrouteAll()
    await like.click()
    await expect.poll(async () => (await truth(api, id)).likes).toBe(0)
    await expect(like).toHaveAccessibleName('Like, 0 likes')
  })

  test('counts in every list the post stands in; one deleted elsewhere says so and leaves the list', async ({
    page,
    server,
  }) => {
    const { token, api, id } = await postOf(server, 'gyang.c', 'Soon gone from Jos')
    await writePost(api, 'Still here on the plateau')
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
  })

  test('the heart pops, but not under reduced motion', async ({ page, server }) => {
    const { card } = await ownPost(page, server, 'gyang.c', 'A heart that beats')
    const { like } = onCard(card)
    for (const [reducedMotion, pops] of [
      ['no-preference', 1],
      ['reduce', 0],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      await expect(like).toHaveAttribute('aria-pressed', 'false')
      const popped = await like.evaluate(async (button) => {
        let seen = 0
        button.addEventListener('animationstart', () => (seen += 1))
        if (button instanceof HTMLElement) button.click()
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        await Promise.all(document.getAnimations().map((animation) => animation.finished))
        return seen
      })
      expect(popped, reducedMotion).toBe(pops)
      await like.click()
    }
  })
})

test('the comment under a post of the feed shows the first, counts them all, and leads to the others', async ({
  page,
  server,
}) => {
  const words = ['The first to answer', 'The second to answer']
  const { token, api, id } = await postOf(server, 'oyiza.s', 'Who ships to Okene?', words)
  await enter(page, token)
  await page.goto('/user')
  const card = cardOf(page, 'Who ships to Okene?')
  await expect(card.getByText('The first to answer')).toBeVisible()
  await expect(card.getByText('The second to answer')).toHaveCount(0)
  await expect(onCard(card).comment).toHaveAccessibleName('Comment, 2 comments')
  await expect(card.getByText('2 comments', { exact: true })).toBeVisible()
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

test('comments that all come from blocked members are counted, and not asked for post by post', async ({
  page,
  server,
}) => {
  const { token } = await postOf(server, 'oyiza.s', 'Only words one does not see', ['Out of sight'])
  await enter(page, token)
  let asked = 0
  page.on('request', (request) => (asked += Number(request.url().includes('/api/post/comments/'))))
  await page.route('**/api/post/user/post/feed?*', async (route) => {
    const reply: { data: { content: object[] } } = await (await route.fetch()).json()
    const content = reply.data.content.map((post) => ({ ...post, comments: [] }))
    await route.fulfill({ json: { ...reply, data: { ...reply.data, content } } })
  })
  await withoutStream(page)
  await page.goto('/user', { waitUntil: 'networkidle' })
  const card = cardOf(page, 'Only words one does not see')
  await expect(card.getByText('1 comment', { exact: true })).toBeVisible()
  await expect(card.getByRole('link', { name: 'See all' })).toBeVisible()
  expect(asked).toBe(0)
})

test.describe('the menu of a post', () => {
  test('offers what the server allows: to the author, to others, to the staff', async ({ page, server }) => {
    const { id } = await postOf(server, 'karo.efe', 'Regatta at Abraka')
    const offers = page.getByRole('dialog', { name: /^Options for / }).getByRole('button')
    for (const [username, names] of [
      ['karo.efe', ['Copy link', 'Edit Post', 'Delete Post']],
      ['arit.effiom', ['Copy link', 'Report Post', 'Block @karo.efe']],
      ['ene.ochigbo', ['Copy link', 'Report Post', 'Block @karo.efe', 'Delete Post']],
    ] as const) {
      const { token } = await as(server, username)
      await onCard(await openPost(page, token, id)).menu.click()
      await expect(offers).toHaveText([...names])
      await page.keyboard.press('Escape')
    }
  })

  test('Esc, Back and a press beside it close it; arrows walk in it', async ({ page, server }) => {
    const { id, card } = await ownPost(page, server, 'karo.efe', 'Walk through the menu')
    const { menu } = onCard(card)
    const offered = page.getByRole('dialog', { name: /^Options for / })
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
      () => page.mouse.click(4, 4),
    ]) {
      await menu.focus()
      await page.keyboard.press('Enter')
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
  })

  test('says so when the code of a dialog does not arrive', async ({ page, server }) => {
    const { card } = await ownPost(page, server, 'karo.efe', 'The line is down')
    await page.route('**/assets/post-dialogs-*.js', (route) => route.abort('connectionfailed'))
    await onCard(card).share.click()
    await expectSnackbar(page, noResponse)
  })
})

test.describe('editing a post', () => {
  test('keeps what was typed through a failure and a closed dialog, then saves it', async ({
    page,
    server,
  }) => {
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
  })
})

test.describe('deleting a post', () => {
  test('asks first, tells failures, and then the focus goes to the next post', async ({ page, server }) => {
    const { token, api } = await postOf(server, 'ibinabo.b', 'The older one')
    await writePost(api, 'The one to go')
    await enter(page, token)
    await page.goto('/user')
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
    const older = cardOf(page, 'The older one')
    await expect(older).toBeVisible()
    await expect.poll(() => older.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    await expect(page).toHaveURL('/user')
  })

  test('on its own page leads back to the feed, and Back does not lead to the hole', async ({
    page,
    server,
  }) => {
    const { token, id } = await postOf(server, 'ibinabo.b', 'Deleted from its page')
    await enter(page, token)
    await page.goto('/settings')
    await page.goto(`/post/${id}`)
    const { menu } = onCard(page.getByRole('article'))
    await menu.click()
    await action(page, 'Delete Post').click()
    await dialog(page, 'Delete Post').getByRole('button', { name: 'Delete Post' }).click()
    await expect(page).toHaveURL('/user')
    await expectSnackbar(page, 'Post deleted')
    await expect(cardOf(page, 'Deleted from its page')).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/settings')
  })
})

test.describe('reporting a post', () => {
  test('wants a reason, keeps it through failures, and is taken once', async ({ page, server }) => {
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
})

test.describe('sharing a post', () => {
  test('leads to X, WhatsApp and Facebook with the link in it, copies it, or shows it to be copied', async ({
    page,
    server,
  }) => {
    await page.addInitScript(() => {
      const writeText = (text: string) => {
        const isAllowed = document.documentElement.dataset.clipboard !== 'refused'
        if (isAllowed) document.documentElement.dataset.copied = text
        return isAllowed ? Promise.resolve() : Promise.reject(new DOMException('no', 'NotAllowedError'))
      }
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
    })
    const { id, card } = await ownPost(page, server, 'terhemba', 'Worth sharing & reading?')
    const { menu, share } = onCard(card)
    const sheet = dialog(page, 'Share')
    await share.click()
    const link = `${server.url}/post/${id}`
    const found = new Map<string, URL>()
    for (const name of ['X', 'WhatsApp', 'Facebook']) {
      const way = sheet.getByRole('link', { name: `${name} (opens in a new tab)` })
      await expect(way).toHaveAttribute('target', '_blank')
      await expect(way).toHaveAttribute('rel', /noopener/)
      found.set(name, new URL((await way.getAttribute('href')) ?? ''))
    }
    const x = found.get('X')
    expect(x?.origin + (x?.pathname ?? '')).toBe('https://x.com/intent/post')
    expect(x?.searchParams.get('url')).toBe(link)
    expect(x?.searchParams.get('text')).toContain('on Rootsquare')
    expect(found.get('WhatsApp')?.host).toBe('wa.me')
    expect(found.get('WhatsApp')?.searchParams.get('text')).toMatch(new RegExp(` ${link}$`))
    expect(found.get('Facebook')?.searchParams.get('u')).toBe(link)
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
})

test.describe('how it looks', () => {
  test('axe finds nothing: the card, its menu and its dialogs', async ({ page, server }) => {
    test.slow()
    const { token, id } = await postOf(server, 'danjuma.g', 'Looked at closely', ['A word on it'])
    const { like, menu, share } = onCard(await openPost(page, token, id))
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    const options = page.getByRole('dialog', { name: /^Options for/ })
    await expectSound(page, 'menu', async () => {
      if ((await options.count()) === 0) await menu.click()
      await expect(options).toBeVisible()
    })
    if ((await options.count()) === 0) await menu.click()
    await action(page, 'Edit Post').click()
    await expectSound(page, 'edit', () => expect(dialog(page, 'Edit Post')).toBeVisible())
    await page.keyboard.press('Escape')
    await share.click()
    await expectSound(page, 'share', () => expect(dialog(page, 'Share')).toBeVisible())
  })

  test('nothing runs past the edge at 320 px', async ({ page, server }) => {
    const { token } = await postOf(server, 'danjuma.g', `Long ${'w'.repeat(90)}`, ['m'.repeat(120)])
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enter(page, token)
    await page.goto('/user')
    const { menu, share } = onCard(cardOf(page, 'Long www'))
    await expect(menu).toBeVisible()
    expect(await pastTheEdge(page)).toEqual([])
    await menu.click()
    await expect(action(page, 'Edit Post')).toBeVisible()
    expect(await pastTheEdge(page)).toEqual([])
    await action(page, 'Edit Post').click()
    await expect(dialog(page, 'Edit Post')).toBeVisible()
    expect(await pastTheEdge(page)).toEqual([])
    await page.keyboard.press('Escape')
    await share.click()
    await expect(dialog(page, 'Share')).toBeVisible()
    expect(await pastTheEdge(page)).toEqual([])
  })
})
