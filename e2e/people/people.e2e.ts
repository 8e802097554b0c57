import type { Page } from '@playwright/test'
import { expectAccessibleState, expectInsideViewport } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { closeByBack, dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { follow, signUpMember, writePost } from '../support/members.ts'
import { enter, pressKeys, pressTo, test } from '../support/visit.ts'

const search = (page: Page) => page.getByRole('combobox', { name: 'Search for users' })
const options = (page: Page) => page.getByRole('option')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

// Failures, counts and the keys of the search are tested in people.test.tsx.
test('a followed member is in the feed until unfollowed by keyboard', async ({ page, server }) => {
  const username = `bello${Date.now()}`
  // A group where nobody writes, so that the feed begins empty.
  const [ada, bello, chi] = await Promise.all([
    signUpMember(server, { firstName: 'Ada', group: 'Zaar' }),
    signUpMember(server, { firstName: 'Bello', group: 'Tiv', username }),
    signUpMember(server, { firstName: 'Chi', group: 'Tiv' }),
  ])
  await Promise.all([writePost(bello, 'Rain on the dye pits of Kano'), follow(ada, chi)])
  await enter(page, ada.token, '/user')
  await expect(page.getByText('No posts yet')).toBeVisible()
  await test.step('the search, whatever the accents', async () => {
    await search(page).fill('Àdáezẹ')
    await expect(options(page)).toContainText(['Adaeze Nwokorie'])
    await expectAccessibleState(page)
    // The first Esc closes the list, the next one clears the field.
    await page.keyboard.press('Escape')
    await expect(options(page)).toHaveCount(0)
    await expect(search(page)).toHaveValue('Àdáezẹ')
    await page.keyboard.press('Escape')
    await expect(search(page)).toHaveValue('')
    await page.keyboard.type(username)
    await expect(options(page)).toContainText([username])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/u/${username}`)
  })
  const question = dialog(page, 'Follow Bello Comer?')
  await button(page, 'Follow Bello Comer').click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await closeByBack(page)
  await untilSettled(page, `/u/${username}`)
  await expect(button(page, 'Follow Bello Comer')).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Follow' }).click()
  await expectSnackbar(page, 'You follow Bello Comer')
  await expect(button(page, 'Unfollow Bello Comer')).toBeFocused()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('feed').getByText('Rain on the dye pits of Kano')).toBeVisible()

  await page.getByRole('link', { name: '2 Following' }).click()
  await expect(page).toHaveURL('/profile/following')
  await button(page, 'Unfollow Bello Comer').focus()
  await pressTo(dialog(page, 'Unfollow Bello Comer?').getByRole('button', { name: 'Cancel' }), 'Enter')
  await pressKeys(page, 'Tab', 'Enter')
  await expect(button(page, 'Unfollow Bello Comer')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'following' })).toBeFocused()
  await pressTo(page.getByRole('main').getByRole('link', { name: 'Chi Comer' }), 'Tab')
  await expect(tab(page, 'Following')).toHaveAccessibleName('Following 1 member')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByText('No posts yet')).toBeVisible()

  await test.step('on a phone the search is a sheet: Back closes it, and a choice takes its place', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    const opener = page.getByRole('button', { name: 'Find people' }).first()
    await opener.click()
    await expect(search(page)).toBeFocused()
    await closeByBack(page)
    await expect(search(page)).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await search(page).fill(username)
    await expect(options(page)).toHaveCount(1)
    await expectInsideViewport(page)
    await expectAccessibleState(page)
    await options(page).click()
    await expect(page).toHaveURL(`/u/${username}`)
    await page.goBack()
    await expect(page).toHaveURL('/user')
    await expect(dialog(page, 'Find people')).toHaveCount(0)
  })
})
