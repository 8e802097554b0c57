import type { Page } from '@playwright/test'
import { newcomer } from '../support/entry.ts'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { dialog, expectSnackbar, holdBack, untilSettled } from '../support/in-settings.ts'
import { joinSquare } from '../support/members.ts'
import { action, as } from '../support/on-posts.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, logIn, pastTheEdge } from '../support/visit.ts'
import { goWithin } from '../support/within-app.ts'

const listCall = '**/api/user/admin/app/users?*'
const createCall = '**/api/user/admin/create'
/** Not a fault of 500, which would be asked again before it is told. */
const broken = answer(400, { error: ['The loom broke'], message: '', code: 'BAD' })

const rows = (page: Page) => page.getByRole('table', { name: 'Users' }).locator('tbody tr')
const row = (page: Page, username: string) => rows(page).filter({ hasText: username })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search users' })
const range = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
const turn = (page: Page, name: 'Previous' | 'Next') => page.getByRole('button', { name })
const options = (page: Page, username: string) =>
  page.getByRole('button', { name: `Options for ${username}`, exact: true })

function newAdmin(page: Page) {
  const form = dialog(page, 'New Admin')
  return {
    dialog: form,
    firstName: form.getByLabel('First name'),
    lastName: form.getByLabel('Last name'),
    username: form.getByLabel('Username'),
    email: form.getByLabel('Email'),
    password: form.getByLabel('Password', { exact: true }),
    submit: form.getByRole('button', { name: 'Create Admin' }),
  }
}

const createButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create Admin' })

async function fillAdmin(page: Page, { username, email, password }: ReturnType<typeof newcomer>) {
  const form = newAdmin(page)
  await form.firstName.fill('Ṣadé')
  await form.lastName.fill('Ọláyínká')
  await form.username.fill(username)
  await form.email.fill(email)
  await form.password.fill(password)
  return form
}

async function openUsers(page: Page, token: string, path = '/admin-users'): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, token)
  await page.goto(path)
}

test.describe('all users', () => {
  test('search, page and size live in the address, which forgives what is broken', async ({
    page,
    server,
  }) => {
    const { token } = await as(server, 'ene.ochigbo')
    await openUsers(page, token, '/admin-users?page=-3&size=7&search=')
    await expect(page).toHaveTitle(/^All Users · /)
    await expect(rows(page)).toHaveCount(10)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Full name',
      'Email',
      'Username',
      'Role',
      'Status',
      'Joined',
      'Actions',
    ])
    await expect(range(page)).toHaveText(/^1–10 of \d+$/)
    await expect(createButton(page)).toHaveCount(0)

    await turn(page, 'Next').click()
    await expect(page).toHaveURL('/admin-users?page=1')
    await expect(range(page)).toHaveText(/^11–20 of \d+$/)
    await expect(turn(page, 'Next')).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    await page.getByLabel('Rows per page').selectOption('5')
    await expect(page).toHaveURL('/admin-users?size=5')
    await expect(rows(page)).toHaveCount(5)
    await page.goBack()
    await expect(page).toHaveURL('/admin-users?page=1')
    await expect(rows(page)).toHaveCount(10)

    await search(page).fill('bose AKANDE')
    await expect(page).toHaveURL('/admin-users?search=bose+AKANDE')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).getByRole('rowheader')).toHaveText('Àkàndé Bọ́sẹ̀')
    await expect(rows(page)).toContainText('bose.akandeMemberActive')
    await search(page).focus()
    await page.goBack()
    await expect(search(page)).toHaveValue('')
    await expect(rows(page)).toHaveCount(10)
    await search(page).fill('2026')
    await expect(page).toHaveURL('/admin-users?search=2026')
    await expect(page.getByRole('paragraph').getByText('User not found')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page).toHaveURL('/admin-users')
    await expect(search(page)).toBeFocused()
    await expect(rows(page)).toHaveCount(10)

    await goWithin(page, '/admin-users?page=9999')
    await expect(page).toHaveURL(/\/admin-users\?page=\d{1,3}$/)
    await expect(turn(page, 'Next')).toHaveAttribute('aria-disabled', 'true')
    await expect(rows(page).first()).toBeVisible()
  })

  test('by keyboard: the menu of a row leads on, and Back leads back', async ({ page, server }) => {
    const { token } = await as(server, 'ene.ochigbo')
    await openUsers(page, token)
    await search(page).focus()
    await page.keyboard.type('@adaeze.n')
    await expect(rows(page)).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Clear search' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(options(page, 'adaeze.n')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(action(page, 'View User Analytics')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(options(page, 'adaeze.n')).toBeFocused()
    await untilSettled(page)
    await page.keyboard.press('Enter')
    await expect(action(page, 'View User Analytics')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/user-analytics\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name: "adaeze.n's Analytics" })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/admin-users?search=%40adaeze.n')
    await options(page, 'adaeze.n').focus()
    await page.keyboard.press('Enter')
    await expect(action(page, 'View User Analytics')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/u/adaeze.n')
    await page.goBack()
    await expect(rows(page)).toHaveCount(1)
  })

  test('an admin suspends, unsuspends and bans a member, but nobody on the staff', async ({
    page,
    server,
  }) => {
    const [{ token }, member] = await Promise.all([as(server, 'ene.ochigbo'), joinSquare(server)])
    await openUsers(page, token, '/admin-users?search=tunde.adeleye')
    await options(page, 'tunde.adeleye').click()
    await expect(action(page, 'View Profile')).toBeVisible()
    await expect(action(page, 'Suspend User')).toHaveCount(0)
    await expect(action(page, 'Ban User')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await untilSettled(page)

    await search(page).fill(member.username)
    const status = (word: string) => expect(row(page, member.username)).toContainText(word)
    await status('Active')
    await options(page, member.username).click()
    await action(page, 'Suspend User').click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Sold what was not theirs')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
    await expectSnackbar(page, 'User has been suspended')
    await status('Suspended')
    await expect(options(page, member.username)).toBeFocused()

    await page.keyboard.press('Enter')
    await action(page, 'Unsuspend').click()
    await page.getByRole('dialog').getByLabel('Reason for Unsuspending').fill('They made it good')
    await page.getByRole('dialog').getByRole('button', { name: 'Unsuspend', exact: true }).click()
    await expectSnackbar(page, 'User unsuspended successfully')
    await status('Active')

    await options(page, member.username).click()
    await action(page, 'Ban User').click()
    await page.getByRole('dialog').getByLabel('Reason').fill('And did it again')
    await page.getByRole('dialog').getByLabel(`Type ${member.username} to confirm`).fill(member.username)
    await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click()
    await expectSnackbar(page, 'User has been banned')
    await status('Banned')
    await options(page, member.username).click()
    await expect(page.getByRole('dialog').getByRole('button')).toHaveText([
      'View User Analytics',
      'View Profile',
      'View Reason',
    ])
    await action(page, 'View Reason').click()
    await expect(dialog(page, 'Reason for Ban')).toContainText('And did it again')
  })

  test('a super admin creates an admin, and nothing typed is lost on the way', async ({ page, server }) => {
    const { token } = await as(server, 'tunde.adeleye')
    const given = newcomer()
    await openUsers(page, token)
    await createButton(page).focus()
    await page.keyboard.press('Enter')
    const form = newAdmin(page)
    await expect(form.firstName).toBeFocused()
    expect((await form.dialog.boundingBox())?.width).toBe(600)
    await form.submit.click()
    await expect(form.dialog.getByText('Required.')).toHaveCount(5)
    await expect(form.firstName).toBeFocused()
    await form.password.fill('short')
    await expect(form.dialog.getByText('A lowercase letter: done')).toBeVisible()
    await form.email.fill('not an address')
    await form.submit.click()
    await expect(form.dialog.getByText('Min 8 characters')).toBeVisible()
    await expect(form.dialog.getByText('Email must be valid')).toBeVisible()

    await fillAdmin(page, { ...given, username: 'adaeze.n' })
    await form.dialog.getByRole('button', { name: 'Show password' }).click()
    await expect(form.password).toHaveAttribute('type', 'text')
    await form.submit.click()
    await expect(form.username).toHaveAttribute('aria-invalid', 'true')
    await expect(form.username).toBeFocused()

    await page.keyboard.press('Escape')
    await expect(form.dialog).toHaveCount(0)
    await expect(createButton(page)).toBeFocused()
    await untilSettled(page)
    await createButton(page).click()
    await expect(form.dialog.getByText('Draft restored')).toBeVisible()
    await expect(form.firstName).toHaveValue('Ṣadé')
    await expect(form.email).toHaveValue(given.email)
    await expect(form.password).toHaveValue('')
    await form.username.fill(given.username)
    await form.password.fill(given.password)
    await form.submit.click()
    await expectSnackbar(page, 'Admin was created successfully')
    await expect(form.dialog).toHaveCount(0)
    await expect(rows(page).first()).toContainText(`${given.username}AdminActive`)
    await expect(rows(page).first().getByRole('rowheader')).toHaveText('Ọláyínká Ṣadé')
    await createButton(page).click()
    await expect(form.firstName).toHaveValue('')

    const login = { username: given.username, userSecret: given.password }
    const reply = await page.request.post('/api/login', { data: login })
    expect(await reply.json()).toMatchObject({ data: { roles: ['ADMIN'] } })
  })

  test('an admin who cannot be created is sent once, and tried again', async ({ page, server }) => {
    const { token } = await as(server, 'tunde.adeleye')
    let sent = 0
    const { hold, letGo } = holdBack()
    await page.route(createCall, async (route) => {
      sent += 1
      await hold(route)
    })
    await page.route(createCall, answer(500, {}), { times: 1 })
    await openUsers(page, token)
    await createButton(page).click()
    const form = await fillAdmin(page, newcomer())
    await form.submit.click()
    await expectSnackbar(page, 'An unexpected error occurred')
    await expect(form.dialog.getByText('An unexpected error occurred')).toBeVisible()
    await page.route(createCall, broken, { times: 1 })
    await form.submit.click()
    await expectSnackbar(page, 'The loom broke')
    await expect(form.password).not.toHaveValue('')

    await form.submit.click()
    await expect(form.submit).toHaveAttribute('aria-disabled', 'true')
    await form.submit.click({ force: true })
    await page.keyboard.press('Escape')
    letGo()
    await expectSnackbar(page, 'Admin was created successfully')
    expect(sent).toBe(1)
  })

  test('a list that fails is tried again in place, over sketched rows', async ({ page, server }) => {
    const { token } = await as(server, 'ene.ochigbo')
    const { hold, letGo } = holdBack()
    await page.route(listCall, async (route) => {
      await hold(route)
    })
    await page.route(listCall, broken, { times: 1 })
    await openUsers(page, token)
    await expect(page.getByRole('main').getByText('The loom broke')).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Loading users')).toBeAttached()
    await expect(rows(page)).toHaveCount(10)
    expect((await rows(page).first().boundingBox())?.height).toBeGreaterThanOrEqual(56)
    letGo()
    await expect(range(page)).toBeVisible()
    await expect(rows(page).first().getByRole('button')).toBeVisible()
  })

  test('rows are cards on a phone', async ({ page, server }) => {
    await openUsers(page, await logIn(server.url, 'tunde.adeleye'))
    await expect(range(page)).toBeVisible()
    await expectAccessibleScreen(page)
    const cards = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
    await expect(cards).toHaveCount(10)
    await expect(cards.first().getByRole('term')).toHaveText([
      'Full name',
      'Email',
      'Username',
      'Role',
      'Status',
      'Joined',
    ])
    await createButton(page).click()
    await newAdmin(page).dialog.waitFor()
    await expectAccessibleState(page)
    expect(await pastTheEdge(page), 'New Admin').toEqual([])
  })
})
