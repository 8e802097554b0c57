import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessibleScreen, expectAccessibleState, expectInsideViewport } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { closeByBack, dialog, expectSnackbar, snackbars, untilSettled } from '../support/in-settings.ts'
import { send } from '../support/members.ts'
import { as } from '../support/on-posts.ts'
import { picture, quarters } from '../support/pictures.ts'
import { answer, enter, test } from '../support/visit.ts'

const sectionSaves = '**/api/groups/*/page/create'

async function choosePicture(page: Page): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose group picture' }).click()
  await (await choosing).setFiles(picture('a.png', quarters(80, 80)))
  await page.getByRole('button', { name: 'Use picture' }).click()
}

type Found = { id: number; description: string; image: string | null; stateCodes: string[] }

async function groupsNamed(api: APIRequestContext, name: string): Promise<Found[]> {
  return (await send<{ content: Found[] }>({ api }, 'get', `/groups?name=${name}`)).content
}

async function writtenIn(api: APIRequestContext, groupId: number): Promise<string[]> {
  const sections = await send<{ name: string; detail: string }[]>({ api }, 'get', `/groups/page/${groupId}`)
  return sections.flatMap(({ name, detail }) => (detail === '' ? [] : [`${name}: ${detail}`]))
}

test('an admin creates a group after Back, a reload and a failure', async ({ page, server }) => {
  const { token, api } = await as(server, 'ene.ochigbo')
  await enter(page, token, '/group-list?tab=joined')
  const name = `Weavers ${process.pid} ${Date.now()}`
  const open = page.getByRole('button', { name: 'Create Group' })
  const box = dialog(page, 'Create Group')
  const lead = (section: string) => box.getByRole('region', { name: section }).getByLabel('Lead')
  await open.click()
  await expect(box.getByLabel('Name')).toBeFocused()
  await expect(box.getByRole('checkbox')).toHaveCount(37)
  await box.getByRole('button', { name: 'Next' }).click()
  await expect(box.getByLabel('Name')).toHaveAccessibleDescription('Required.')
  await expectAccessibleScreen(page, 'Create Group')
  await page.setViewportSize({ width: 1280, height: 800 })
  await box.getByLabel('Name').fill(name)
  await box.getByLabel('Description').fill('People of the loom')
  await choosePicture(page)
  await box.getByRole('checkbox', { name: 'Plateau' }).check()
  // A picture is not part of the draft until it is uploaded.
  await expect(box.getByRole('img', { name: 'The group picture' })).toBeVisible()
  await expect(box.getByRole('progressbar')).toHaveCount(0)
  await closeByBack(page)
  await untilSettled(page)
  await page.reload()
  await open.click()
  await expect(box.getByText('Draft restored')).toBeVisible()
  const picture = box.getByRole('img', { name: 'The group picture' })
  await expect(picture).toHaveAttribute('src', /\/media\//)
  await box.getByRole('button', { name: 'Next' }).click()
  await expect(box.getByText(/^Step 2 of 2/)).toContainText(name)

  // On a phone the dialog itself says what failed, and no snackbar lies over it.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.route(sectionSaves, answer(400, { error: ['Not like that.'], message: '', code: 'INVALID' }))
  await lead('About').fill('They weave.')
  await lead('Diet').fill('Yam')
  await box.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(box.getByText('About was not saved. Not like that.')).toBeVisible()
  await expect(snackbars(page).getByText('Not like that.')).toHaveCount(0)
  await expectInsideViewport(page)
  await expectAccessibleState(page)
  await page.unroute(sectionSaves)
  await box.getByRole('button', { name: 'Retry', exact: true }).click()
  await expectSnackbar(page, 'Group created successfully')
  const [group, ...others] = await groupsNamed(api, name)
  expect(others).toEqual([])
  await expect(page).toHaveURL(`/group/${group?.id}`)
  await expect(box).toHaveCount(0)
  expect(group).toMatchObject({ description: 'People of the loom', stateCodes: ['NG-PL'] })
  expect(group?.image).toContain('/media/')
  expect(await writtenIn(api, group?.id ?? 0)).toEqual(['About: They weave.', 'Diet: Yam'])
  await untilSettled(page)
  await page.goBack()
  await expect(page).toHaveURL('/group-list?tab=joined')
})
