import type { APIRequestContext, Page, Route } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { dialog, expectSnackbar, snackbars, untilSettled } from '../support/in-settings.ts'
import { as } from '../support/on-posts.ts'
import { quarters } from '../support/pictures.ts'
import { answer, enter, expectAccessibleScreen, pastTheEdge, test } from '../support/visit.ts'

const creates = '**/api/groups/create'
const sectionSaves = '**/api/groups/*/page/create'
const names = ['About', 'History', 'Culture', 'Art & Craft', 'Diet', 'Festivals'] as const

function onCreate(page: Page) {
  const box = dialog(page, 'Create Group')
  const section = (name: string) => box.getByRole('region', { name, exact: true })
  return {
    open: page.getByRole('button', { name: 'Create Group' }),
    box,
    name: box.getByLabel('Name'),
    description: box.getByLabel('Description'),
    next: box.getByRole('button', { name: 'Next' }),
    stepTwo: box.getByText(/^Step 2 of 2/),
    section,
    lead: (name: string) => section(name).getByLabel('Lead'),
    text: (name: string) => section(name).getByLabel('Text'),
    save: box.getByRole('button', { name: 'Save', exact: true }),
    retry: box.getByRole('button', { name: 'Retry', exact: true }),
    discard: box.getByRole('button', { name: 'Discard draft' }),
  }
}

/** The admin of the demo world on the short list of groups, the dialog open. */
async function openCreate(page: Page, server: { url: string }) {
  const admin = await as(server, 'ene.ochigbo')
  await enter(page, admin.token)
  await page.goto('/group-list?tab=joined')
  const form = onCreate(page)
  await form.open.click()
  await expect(form.name).toBeFocused()
  return { form, api: admin.api }
}

async function choosePicture(page: Page): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose group picture' }).click()
  await (await choosing).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: quarters(80, 80) })
  await page.getByRole('button', { name: 'Use picture' }).click()
}

let made = 0
/** A name no other test has; names are looked for without regard to accents. */
function newName(people: string): string {
  made += 1
  return `${people} ${process.pid} ${made}`
}

type Found = { id: number; name: string; description: string; image: string | null; stateCodes: string[] }

async function groupsNamed(api: APIRequestContext, name: string): Promise<Found[]> {
  const { data }: { data: { content: Found[] } } = await (
    await api.get('/api/groups', { params: { name } })
  ).json()
  return data.content
}

type Written = { name: string; detail: string; description: string }

async function writtenIn(api: APIRequestContext, groupId: number): Promise<string[]> {
  const { data }: { data: Written[] } = await (await api.get(`/api/groups/page/${groupId}`)).json()
  return data.flatMap(({ name, detail }) => (detail === '' ? [] : [`${name}: ${detail}`]))
}

test('an admin makes a group in two steps, and a section that fails is retried', async ({ page, server }) => {
  const { form, api } = await openCreate(page, server)
  const name = newName('Weavers')
  // The draft outlives Esc and Back, and in the second step a reload.
  await form.name.fill(name)
  await page.keyboard.press('Escape')
  await expect(form.box).toHaveCount(0)
  await expect(form.open).toBeFocused()
  await form.open.click()
  await expect(form.box.getByText('Draft restored')).toBeVisible()
  await form.description.fill('People of the loom')
  await page.goBack()
  await expect(form.box).toHaveCount(0)
  await untilSettled(page)
  await form.open.click()
  await expect(form.description).toHaveValue('People of the loom')
  await choosePicture(page)
  await form.box.getByLabel('Search states').fill('la')
  await form.box.getByRole('checkbox', { name: 'Lagos' }).check()
  await form.box.getByRole('checkbox', { name: 'Plateau' }).check()
  await expect(form.box.getByText('Lagos, Plateau')).toBeVisible()
  let creations = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/groups/create')) creations += 1
  })
  await form.next.click()
  await expect(form.stepTwo).toContainText(name)
  await expect(form.box.getByText('Draft restored')).toHaveCount(0)

  for (const section of names) await form.lead(section).fill(`${section} in short`)
  await form.text('Diet').fill('Yam\n\nand more yam')
  await page.keyboard.press('Escape')
  await expect(snackbars(page)).toContainText(`${name} exists already.`)
  await untilSettled(page)
  await page.reload()
  await form.open.click()
  await expect(form.stepTwo).toContainText(name)
  await expect(form.text('Diet')).toHaveValue('Yam\n\nand more yam')
  const sent: string[] = []
  const held = Promise.withResolvers<void>()
  const failThird = async (route: Route) => {
    const { name: section }: { name: string } = route.request().postDataJSON()
    sent.push(section)
    if (section !== 'Culture') return route.fallback()
    await held.promise
    await answer(500, { error: ['Broken thread'], message: 'Broken thread', code: 'INTERNAL' })(route)
  }
  await page.route(sectionSaves, failThird)
  await form.save.click()
  await expect(form.box.getByText('Saving 3 of 6…')).toBeVisible()
  await expect(form.section('History').getByText('Saved')).toBeVisible()
  held.resolve()
  await expectSnackbar(page, 'Broken thread, please try again later.')
  await expect(
    form.box.getByText('Culture was not saved. Broken thread, please try again later.'),
  ).toBeVisible()
  await expect(form.section('Culture').getByText('Not saved')).toBeVisible()
  await expect(form.retry).toBeFocused()
  expect(sent).toEqual(['About', 'History', 'Culture'])

  await page.unroute(sectionSaves)
  await form.retry.click()
  await expectSnackbar(page, 'Group created successfully')
  await expect(snackbars(page).getByRole('button', { name: 'Close' })).toHaveCount(1)
  const [group, ...others] = await groupsNamed(api, name)
  await expect(page).toHaveURL(`/group/${group?.id}`)
  await expect(form.box).toHaveCount(0)
  expect(others).toEqual([])
  expect(creations).toBe(1)
  expect(group).toMatchObject({ description: 'People of the loom', stateCodes: ['NG-LA', 'NG-PL'] })
  expect(group?.image).toContain('/media/')
  expect(await writtenIn(api, group?.id ?? 0)).toEqual(
    names.map((section) => `${section}: ${section} in short`),
  )
  await page.goBack()
  await expect(page).toHaveURL('/group-list?tab=joined')
  await form.open.click()
  await expect(form.name).toHaveValue('')
  await form.name.fill('Another')
  await page.keyboard.press('Escape')
  await form.open.click()
  await form.discard.click()
  await expect(form.name).toHaveValue('')
  await expect(form.name).toBeFocused()
})

test('what is missing, too long or taken is said at its field', async ({ page, server }) => {
  const { form, api } = await openCreate(page, server)
  await expect(form.box.getByRole('checkbox')).toHaveCount(37)
  await form.next.click()
  await expect(form.name).toBeFocused()
  await expect(form.name).toHaveAccessibleDescription('Required.')
  await expect(form.description).toHaveAccessibleDescription('Required.')
  await expectAccessibleScreen(page, 'Create Group')
  await page.setViewportSize({ width: 1280, height: 800 })
  await form.name.fill('x'.repeat(81))
  await expect(form.name).toHaveAccessibleDescription('Maximum 80 characters allowed')
  await form.name.fill('Ẹ\u0301  '.normalize('NFD').repeat(40))
  await expect(form.name).toHaveAccessibleDescription('Maximum 80 characters allowed')
  await form.name.fill('e\u0301  '.repeat(40))
  await expect(form.name).toHaveAccessibleDescription('')
  await form.name.fill('YORUBA')
  await form.description.fill('Again')
  await form.next.click()
  await expect(form.name).toHaveAccessibleDescription('A group of this name exists already.')
  await expect(form.name).toBeFocused()
  await page.route(creates, answer(500, { error: [], message: 'Broken thread', code: 'INTERNAL' }))
  await form.next.click()
  await expectSnackbar(page, 'Broken thread, please try again later.')
  await expect(form.box.getByText('Broken thread, please try again later.')).toBeVisible()
  await page.unroute(creates)
  const name = newName('Potters')
  await form.name.fill(name)
  await expect(form.name).toHaveAccessibleDescription('')
  await form.next.click()
  await expect(form.stepTwo).toBeVisible()
  await form.lead('Culture').fill('x'.repeat(301))
  await expect(form.section('Culture').getByText('301 / 300')).toBeVisible()
  await form.save.click()
  await expect(form.lead('Culture')).toBeFocused()
  await expect(form.lead('Culture')).toHaveAccessibleDescription('Maximum 300 characters allowed')
  await form.lead('Culture').fill('')
  await page.route(sectionSaves, answer(400, { error: ['Not like that.'], message: '', code: 'INVALID' }))
  await page.setViewportSize({ width: 320, height: 640 })
  await form.lead('About').fill('They carve.')
  await form.save.click()
  await expect(form.box.getByText('About was not saved. Not like that.')).toBeVisible()
  await expect(snackbars(page).getByText('Not like that.')).toHaveCount(0)
  expect(await pastTheEdge(page)).toEqual([])
  await expectAccessibleState(page)
  await page.unroute(sectionSaves)
  // Every section may stay blank.
  await form.lead('About').fill('')
  await form.retry.click()
  await expectSnackbar(page, 'Group created successfully')
  const [group] = await groupsNamed(api, name)
  await expect(page).toHaveURL(`/group/${group?.id}`)
  expect(await writtenIn(api, group?.id ?? 0)).toEqual([])
})

test('a lost answer makes no second group, and what others wrote stays', async ({ page, server }) => {
  const { form, api } = await openCreate(page, server)
  const name = newName('Fishers')
  await form.name.fill(name)
  await form.description.fill('People of the river')
  await choosePicture(page)
  const keys: (string | undefined)[] = []
  const held = Promise.withResolvers<void>()
  await page.route(creates, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await held.promise
    const response = await route.fetch()
    return keys.length === 1 ? route.abort() : route.fulfill({ response })
  })
  await form.next.click()
  await expect.poll(() => keys.length).toBe(1)
  await page.keyboard.press('Escape')
  await expect(form.box).toHaveCount(0)
  await form.open.click()
  await expect(form.name).toHaveAttribute('readonly')
  held.resolve()
  await expectSnackbar(page, 'No response from the server. Please check your network connection.')
  await page.reload()
  await form.open.click()
  await expect(form.name).toHaveValue(name)
  await expect(form.box.getByRole('img', { name: 'The group picture' })).toHaveAttribute('src', /\/media\//)
  await form.next.click()
  await expect(form.stepTwo).toBeVisible()
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  const [group, ...others] = await groupsNamed(api, name)
  expect(group?.image).toContain('/media/')
  expect(others).toEqual([])

  const id = group?.id ?? 0
  const theirs = { name: 'About', detail: 'Theirs', description: '' }
  expect((await api.post(`/api/groups/${id}/page/create`, { data: theirs })).ok()).toBe(true)
  await form.lead('About').fill('Mine')
  await form.save.click()
  await expect(form.section('About').getByText('Not saved')).toBeVisible()
  await form.box.getByRole('link', { name: 'Read what stands there now' }).click()
  await expect(page).toHaveURL(`/group/${id}/about`)
  await expect(page.getByRole('article', { name: 'About' })).toContainText('Theirs')
  await page.goBack()
  await form.open.click()
  await expect(form.lead('About')).toHaveValue('Mine')
  await form.lead('About').fill('')
  await form.lead('Diet').fill('Yam')
  await form.save.click()
  await expectSnackbar(page, 'Group created successfully')
  expect(await writtenIn(api, id)).toEqual(['About: Theirs', 'Diet: Yam'])
})
