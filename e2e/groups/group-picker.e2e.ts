import type { Page } from '@playwright/test'
import { expectAccessibleState, expectInsideViewport } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { onSignUp } from '../support/entry.ts'
import { closeByBack, expectLayers, untilSettled } from '../support/in-settings.ts'
import { pressTo, test } from '../support/visit.ts'

function group(id: number) {
  const name = `Group ${String(id).padStart(3, '0')}`
  const rest = { description: '', users: 0, image: null, header: null, stateCodes: [], otherNames: [] }
  return { id, name, ...rest, greeting: null, createdDate: '2026-01-01T00:00:00.000Z' }
}

const activeOption = (page: Page) => page.locator('[role=option][data-active]')

test('the list of groups loads more as it is scrolled, and on a phone is a sheet', async ({ page }) => {
  await page.route('**/api/groups?*', (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('page'))
    const content = Array.from({ length: 100 }, (_, at) => group(number * 100 + at + 1))
    const data = { content, last: number === 1, totalPages: 2, totalElements: 200, number }
    return route.fulfill({ json: { data } })
  })
  await page.goto('/signup')
  const { group: picker, options } = onSignUp(page)
  await picker.click()
  await expect(options).toHaveCount(100)
  await expectAccessibleState(page)
  await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect(options).toHaveCount(200)
  await page.keyboard.press('End')
  await expect(activeOption(page)).toHaveText('Group 200')
  await expect(activeOption(page)).toBeInViewport()

  // Back, Close and a reload leave the sheet.
  await page.unrouteAll()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('link', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: 'Sign up here' }).click()
  await onSignUp(page).group.click()
  const sheet = page.getByRole('dialog', { name: 'Ethnic group' })
  await expect(sheet).toBeVisible()
  await page.reload()
  await expect(onSignUp(page).group).toBeVisible()
  await expectLayers(page, 0)
  const { firstName } = onSignUp(page)
  await firstName.fill('Ada')
  for (const leave of [() => closeByBack(page), () => sheet.getByRole('button', { name: 'Close' }).click()]) {
    await picker.press('Enter')
    await expect(sheet).toBeVisible()
    await leave()
    await untilSettled(page)
    await expect(page).toHaveURL('/signup')
    await expect(firstName).toHaveValue('Ada')
    await expect(picker).toHaveAccessibleDescription('Required.')
  }
  await picker.focus()
  await pressTo(sheet.getByRole('combobox', { name: 'Search ethnic groups' }), 'Enter')
  await page.keyboard.type('tiv')
  await expect(activeOption(page)).toHaveText('Tiv')
  await page.keyboard.press('Enter')
  await expect(picker).toHaveText('Tiv')
  await expect(picker).not.toHaveAccessibleDescription('Required.')
  await untilSettled(page)
  await picker.click()
  await sheet.getByRole('combobox').fill('hoba')
  await expect(options).toHaveText(['Kilba also: Höba'])
  await expectAccessibleState(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await expectInsideViewport(page)
  await options.first().click()
  await expect(sheet).toHaveCount(0)
  await expect(picker).toHaveText('Kilba')
  await expect(picker).toBeFocused()
  await untilSettled(page)
  await page.goBack()
  await expect(page).toHaveURL('/')
})
