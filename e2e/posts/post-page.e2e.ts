import { expect, expectAccessibleState } from '../support/fixtures.ts'
import {
  closeSnackbars,
  dialog,
  expectSnackbar,
  holdBack,
  snackbars,
  untilSettled,
} from '../support/in-settings.ts'
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
} from '../support/on-posts.ts'
import {
  answer,
  enter,
  expectAccessibleScreen,
  onSignIn,
  password,
  pastTheEdge,
  test,
} from '../support/visit.ts'

const goneTitle = 'This post is not here any more'
const createCall = '**/api/post/comments/*/create'
const listCall = '**/api/post/comments/*?*'
const failedList = 'Failed to load comments'

test('a visitor reads a post, and comes back to it after Sign In', async ({ page, server }) => {
  const { id, api } = await postOf(server, 'adaeze.n', 'For everyone who comes by', ['For members only'])
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/post/${id}`)
  const card = cardOf(page, 'For everyone who comes by')
  await expect(card).toBeVisible()
  await expect(page).toHaveTitle('Adaeze Nwokorie: For everyone who comes by · Rootsquare')
  const header = page.getByRole('main').getByRole('link', { name: 'Rootsquare' }).locator('..')
  await expect(header.getByRole('link')).toHaveText(['Rootsquare', 'Sign In', 'Sign Up'])
  const panel = page.getByRole('region', { name: 'Create an account' })
  const [signUp, signIn] = [
    panel.getByRole('link', { name: 'Sign Up' }),
    panel.getByRole('link', { name: 'Sign In' }),
  ]
  await expect(signUp).toHaveAttribute('href', '/signup')
  await expect(signIn).toHaveAttribute('href', '/')
  await expect(signIn).toHaveAttribute('data-look', 'outline')
  await expect(signUp).not.toHaveAttribute('data-look', 'outline')
  await expect(page.getByText('For members only')).toHaveCount(0)
  await expect(onComments(page).field).toHaveCount(0)
  expect(asked.filter((path) => path.includes('/comments/'))).toEqual([])
  await onCard(card).menu.click()
  await expect(page.getByRole('dialog', { name: /^Options for/ }).getByRole('button')).toHaveText([
    'Copy link',
  ])
  await page.keyboard.press('Escape')
  await untilSettled(page)

  // Sign Up can be left again.
  for (const [button, title] of [
    [/^Comment, /, 'Drop comments'],
    [/^Like, /, 'Like posts'],
  ] as const) {
    const opener = page.getByRole('article').getByRole('button', { name: button })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page, title)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await opener.click()
    await dialog(page, title).getByRole('link', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL('/signup')
    await page.goBack()
    await expect(page).toHaveURL(`/post/${id}`)
    await expect(dialog(page, title)).toHaveCount(0)
  }
  await page.getByRole('button', { name: /^Like, / }).click()
  await expect(dialog(page, 'Like posts')).toBeVisible()
  await expectAccessibleState(page)
  await dialog(page, 'Like posts').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await onSignIn(page).fill('bose.akande', password)
  await expect(page).toHaveURL(`/post/${id}`)
  await expect(onComments(page).field).toBeVisible()
  await onCard(page.getByRole('article')).like.click()
  await expect.poll(async () => (await truth(api, id)).likes).toBe(1)
})

test('the page of a post says what failed and what is not there', async ({ page, server, context }) => {
  const { token, id } = await postOf(server, 'osaze.e', 'Here after all')
  await enter(page, token)
  await page.route('**/api/post/fetch/*', answer(403, { error: ['Not for now'], message: '' }))
  await page.goto(`/post/${id}`)
  await expectSnackbar(page, 'Not for now')
  const trouble = page.getByRole('main').getByRole('alert')
  await expect(trouble).toContainText('Not for now')
  await page.unrouteAll()
  await page.route('**/api/post/fetch/*', (route) => route.abort('connectionfailed'))
  await trouble.getByRole('button', { name: 'Retry' }).click()
  await expectSnackbar(page, 'Failed to load post')
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(cardOf(page, 'Here after all')).toBeVisible()
  await page.goto('/post/abc')
  await expect(page.getByRole('heading', { name: goneTitle })).toBeVisible()
  await expect(page).toHaveTitle(`${goneTitle} · Rootsquare`)
  await page.getByRole('link', { name: 'Back to the feed' }).click()
  await expect(page).toHaveURL('/user')

  // What is gone for one member is there for the next, in the same tab.
  const next = await postOf(server, 'bose.akande', 'Not for everyone')
  const { like } = onCard(await openPost(page, token, next.id))
  const gone = answer(404, { error: ['This post is not here any more.'], message: '' })
  await page.route('**/api/post/like/*', gone)
  await like.click()
  await expect(page.getByRole('heading', { name: goneTitle })).toBeVisible()
  await besides(context, next.token)
  await expect(cardOf(page, 'Not for everyone')).toBeVisible()
  await expect(page.getByRole('heading', { name: goneTitle })).toHaveCount(0)
})

test('comments come page by page, oldest first, and reading goes on', async ({ page, server }) => {
  const answers = Array.from({ length: 45 }, (_, at) => `Answer number ${at + 1}.`)
  const { token, id } = await postOf(server, 'ekaette.u', 'Forty-five answers', answers)
  const refuse = answer(403, { error: ['Not now'], message: '' })
  await page.route(listCall, refuse)
  await openPost(page, token, id)
  const { rows, row, more, field, section } = onComments(page)
  // What does not load says so as a warning, keeps what is there, and Retry brings it.
  await expectSnackbar(page, failedList)
  await expect(snackbars(page).locator('[data-kind=warning]')).toBeVisible()
  await expect(section.getByText(failedList)).toBeVisible()
  await page.unrouteAll()
  await section.getByRole('button', { name: 'Retry' }).click()
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText('Answer number 1.')
  // A new one stands at the end, behind those that are not loaded, and comes into sight above the field.
  await field.fill('The newest')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('of all')
  await page.keyboard.press('Enter')
  await expect(rows.last()).toContainText('The newest of all')
  await expect(rows.last()).toBeInViewport({ ratio: 1 })
  const bar = page.locator('form').filter({ has: field })
  await expect(async () => {
    const [row, box] = [await rows.last().boundingBox(), await bar.boundingBox()]
    expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
  }).toPass()
  await expect(field).toBeFocused()
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(41)
  await expect(row('Answer number 21.').getByRole('link').first()).toBeFocused()
  // A comment deleted meanwhile must not make the next page skip one.
  await row('Answer number 3.').getByRole('button').click()
  await action(page, 'Delete').click()
  await dialog(page, 'Delete comment').getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveCount(40)
  await page.route(listCall, refuse)
  await more.click()
  await expect(section.getByText(failedList)).toBeVisible()
  await expect(rows).toHaveCount(40)
  await page.unrouteAll()
  await section.getByRole('button', { name: 'Retry' }).click()
  await expect(section.getByText(failedList)).toHaveCount(0)
  await expect(row('Answer number 41.')).toBeVisible()
  await expect(rows).toHaveCount(41)
  await more.click()
  await expect(rows).toHaveCount(45)
  await expect(more).toHaveCount(0)
  await expect(rows.last()).toContainText('The newest of all')
  expect(await rows.allInnerTexts()).toHaveLength(new Set(await rows.allInnerTexts()).size)
})

test('a comment shows at once, and another’s is reported', async ({ page, server }) => {
  const { id, ...author } = await postOf(server, 'preye.eb', 'Who is at the regatta?', ['See you there'])
  const reader = await as(server, 'ekaette.u')
  const card = await openPost(page, reader.token, id)
  const { field, send, row, rows } = onComments(page)
  const slow = holdBack()
  await page.route(createCall, slow.hold)
  await field.fill('Me\nand my sisters, see https://example.com/regatta.')
  await send.click()
  await expect(row('and my sisters')).toContainText('Sending…')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  slow.letGo()
  await expect(row('and my sisters').getByRole('link', { name: 'https://example.com/regatta' })).toBeVisible()
  await expect(rows).toHaveText([/See you there/, /and my sisters/])
  await expect(onCard(card).comment).toHaveAccessibleName('Comment, 2 comments')
  const sent = 'Me\nand my sisters, see https://example.com/regatta.'
  expect(await commentsOn(author.api, id)).toEqual(['See you there', sent])

  const answered = row('See you there')
  const offers = page.getByRole('dialog', { name: /^Options for/ }).getByRole('button')
  await answered.getByRole('button').click()
  await expect(offers).toHaveText(['Report comment'])
  await action(page, 'Report comment').click()
  const form = dialog(page, 'Report comment')
  await form.getByLabel('Reason').fill('It is rude.')
  await page.route('**/api/messaging/create', (route) => route.abort('connectionfailed'))
  await form.getByRole('button', { name: 'Report', exact: true }).click()
  await expectSnackbar(page, 'Failed to report comment.')
  await page.unrouteAll()
  await form.getByRole('button', { name: 'Report', exact: true }).click()
  await expectSnackbar(page, 'Thank you. The report is with the moderators.')
  await expect(answered.getByRole('button')).toBeFocused()
})

test('staff deletes a comment, and a post gone meanwhile gives words back', async ({ page, server }) => {
  const { id, ...author } = await postOf(server, 'preye.eb', 'Soon to go', ['One', 'Two'])
  const staff = await as(server, 'ene.ochigbo')
  await openPost(page, staff.token, id)
  const { field, row } = onComments(page)
  const offers = page.getByRole('dialog', { name: /^Options for/ }).getByRole('button')
  await row('Two').getByRole('button').click()
  await expect(offers).toHaveText(['Report comment', 'Delete'])
  await action(page, 'Delete').click()
  await dialog(page, 'Delete comment').getByRole('button', { name: 'Delete' }).click()
  await expect(row('Two')).toHaveCount(0)
  expect(await commentsOn(author.api, id)).toEqual(['One'])

  await field.fill('A long and careful answer')
  expect((await author.api.delete(`/api/post/delete/${id}`)).ok()).toBe(true)
  await page.keyboard.press('Control+Enter')
  await expectSnackbar(page, 'This post is not here any more.')
  await expect(page.getByRole('heading', { name: goneTitle })).toBeVisible()
  await expect(page.getByText('A long and careful answer')).toBeVisible()
  await expect(page).toHaveTitle(`${goneTitle} · Rootsquare`)
})

test('comments are written by keys, and half-written ones outlive a reload', async ({ page, server }) => {
  const { api, id, card } = await ownPost(page, server, 'preye.eb', 'Say something')
  const { field, send, row, rows, section } = onComments(page)
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/create'))))
  await expect(section.getByText('No comments yet')).toBeVisible()
  await page.keyboard.press('l')
  await expect(onCard(card).like).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('c')
  await expect(field).toBeFocused()
  await field.fill('   \n ')
  await page.keyboard.press('Control+Enter')
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await field.fill('x'.repeat(2001))
  await expect(page.getByText('Maximum 2000 characters allowed (2001)')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(rows).toHaveCount(0)
  expect(sent).toBe(0)
  await field.fill('One')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Two')
  await expect(field).toHaveValue('One\nTwo')
  await page.keyboard.press('Control+Enter')
  await expect(row('Two')).toBeVisible()
  await expect.poll(() => commentsOn(api, id)).toEqual(['One\nTwo'])

  // Half-written ones survive a reload.
  await field.fill('I was about to say')
  await page.reload()
  await expect(field).toHaveValue('I was about to say')
})

test('a comment is changed and deleted by its writer', async ({ page, server }) => {
  const { api, id, token } = await postOf(server, 'preye.eb', 'Said and taken back', ['A wodr'])
  await openPost(page, token, id)
  const { field, row, rows, section } = onComments(page)
  const edit = section.getByRole('textbox', { name: 'Edit comment' })
  const open = async () => {
    await rows.getByRole('button').click()
    await action(page, 'Edit').click()
    await expect(edit).toBeFocused()
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(rows.getByRole('button')).toBeFocused()
  await open()
  await edit.fill('A word')
  await page.route('**/api/post/comments/update/*', (route) => route.abort('connectionfailed'))
  await section.getByRole('button', { name: 'Save' }).click()
  await expectSnackbar(page, 'Something went wrong')
  await expect(edit).toHaveValue('A word')
  await page.unrouteAll()
  await edit.press('Control+Enter')
  await expect(row('A word')).toContainText('edited')
  await expect(rows.getByRole('button')).toBeFocused()
  expect(await commentsOn(api, id)).toEqual(['A word'])
  await rows.getByRole('button').click()
  await action(page, 'Delete').click()
  await page.route('**/api/post/comments/delete/*', (route) => route.abort('connectionfailed'))
  const question = dialog(page, 'Delete comment')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectSnackbar(page, 'Something went wrong')
  await page.unrouteAll()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectSnackbar(page, 'Comment deleted')
  await expect(rows).toHaveCount(0)
  await expect(field).toBeFocused()
  expect(await truth(api, id)).toMatchObject({ commentCount: 0 })
})

test('a comment that fails keeps its words, and Retry sends it once', async ({ page, server }) => {
  const { api, id } = await ownPost(page, server, 'preye.eb', 'A line that breaks')
  const { field, row, rows } = onComments(page)
  const keys = new Set<string | undefined>()
  await page.route(createCall, async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort('connectionreset')
  })
  await field.fill('Did it arrive?')
  await page.keyboard.press('Control+Enter')
  await expectSnackbar(page, 'Failed to post comment')
  const failed = row('Not sent')
  await expect(failed).toContainText('Did it arrive?')
  await page.unrouteAll()
  await page.route(createCall, async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    await route.fulfill({ status: 500, json: { error: ['The house is asleep'], message: '' } })
  })
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expectSnackbar(page, 'The house is asleep')
  await expect(field).toBeFocused()
  await page.unrouteAll()
  await page.reload()
  await expect(failed).toContainText('Did it arrive?')
  await page.route(createCall, async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    await route.fallback()
  })
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed).toHaveCount(0)
  await expect(rows).toHaveCount(1)
  expect(keys.size).toBe(1)
  expect(await commentsOn(api, id)).toEqual(['Did it arrive?'])
  await page.unrouteAll()
  await page.route(createCall, (route) => route.abort('connectionfailed'))
  await field.fill('Never mind')
  await page.keyboard.press('Control+Enter')
  await failed.getByRole('button', { name: 'Discard' }).click()
  await expect(failed).toHaveCount(0)
  // What the server would refuse again under the same key goes out under a new one.
  await page.unrouteAll()
  keys.clear()
  await page.route(createCall, async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    await (keys.size === 1 ? answer(403, { error: ['Not from you'], message: '' })(route) : route.fallback())
  })
  await field.fill('May I now?')
  await page.keyboard.press('Control+Enter')
  await expectSnackbar(page, 'Not from you')
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed).toHaveCount(0)
  await expect(rows).toHaveCount(2)
  await expect.poll(() => commentsOn(api, id)).toEqual(['Did it arrive?', 'May I now?'])
  expect(keys.size).toBe(2)
})

test('a comment on its way when its writer signs out is nobody else’s', async ({ page, server }) => {
  const writer = await as(server, 'falmata.k')
  const { id, ...next } = await postOf(server, 'rimamnde', 'Who said that?')
  await openPost(page, writer.token, id)
  const slow = holdBack()
  let sent = 0
  await page.route(createCall, (route) => {
    sent += 1
    return slow.hold(route)
  })
  await onComments(page).field.fill('For my name alone')
  await page.keyboard.press('Control+Enter')
  await expect(onComments(page).row('Sending…')).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await onSignIn(page).fill('rimamnde', password)
  await expect(page).toHaveURL('/user')
  const refused = page.waitForResponse(createCall)
  slow.letGo()
  expect((await refused).status()).toBe(401)
  await cardOf(page, 'Who said that?')
    .getByRole('link', { name: /^Comment, / })
    .click()
  const { field, row, rows } = onComments(page)
  await field.fill('I did not')
  await page.keyboard.press('Control+Enter')
  await expect(row('I did not').getByRole('button')).toBeVisible()
  await expect(rows).toHaveCount(1)
  expect(sent).toBe(2)
  expect(await commentsOn(next.api, id)).toEqual(['I did not'])
  const kept = await page.evaluate(() => Object.values({ ...sessionStorage }).join())
  expect(kept).not.toContain('For my name alone')
})

test('the page of a post is accessible, and the field is always in sight', async ({ page, server }) => {
  const comments = Array.from({ length: 8 }, (_, at) => `${at} ${'m'.repeat(80)}`)
  const { token, id } = await postOf(server, 'aissatu.b', `A long ${'w'.repeat(90)}`, comments)
  await page.route(createCall, (route) => route.abort('connectionfailed'))
  await openPost(page, token, id)
  const { field, row, rows, section } = onComments(page)
  await field.fill('It will not arrive')
  await page.keyboard.press('Control+Enter')
  await expect(row('Not sent')).toBeVisible()
  await closeSnackbars(page)
  await row('0 mm').getByRole('button').click()
  await action(page, 'Edit').click()
  const edit = section.getByRole('textbox', { name: 'Edit comment' })
  await expectAccessibleScreen(page, 'comments', () => expect(edit).toBeVisible())
  await edit.press('Escape')
  await expect(edit).toHaveCount(0)
  await row('Not sent').getByRole('button', { name: 'Discard' }).click()
  await page.setViewportSize({ width: 320, height: 600 })
  await expect(rows).toHaveCount(8)
  expect(await pastTheEdge(page)).toEqual([])
  await expect(field).toBeInViewport({ ratio: 1 })
  // Writing does not move what one is writing about.
  const top = await page.evaluate(() => window.scrollY)
  await field.focus()
  await page.keyboard.type('Some words')
  expect(await page.evaluate(() => window.scrollY)).toBe(top)
  // Nor does the field cover what the keyboard walks through.
  for (const press of ['Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(press)
    const isHidden = await page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect()
      const edge = document.getElementById('comment')?.closest('form')?.getBoundingClientRect().top
      return box === undefined || edge === undefined || box.bottom > edge + 1
    })
    expect(isHidden).toBe(false)
  }
  await rows.last().scrollIntoViewIfNeeded()
  await expect(field).toBeInViewport({ ratio: 1 })
  const isCovered = await field.evaluate((it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect()
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) !== it
  })
  expect(isCovered).toBe(false)
})
