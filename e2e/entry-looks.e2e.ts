import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { hold, linkInMail, newcomer, onSignUp } from './entry.ts'
import { test } from './own-origin.ts'
import { answer, expectAccessibleScreen } from './visit.ts'

const broken = { error: ['A thread has broken.'], message: '', code: 'INTERNAL' }

test.describe('how the screens before the square look', () => {
  // Axe looks at every element of the page, two times a state.
  test.slow()

  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  test('sign-up: groups on their way, failed, found and none found; refused', async ({ page }) => {
    const { submit, firstName, options } = onSignUp(page)
    await page.route('**/api/groups?*', answer(400, broken))
    const line = await hold(page, '**/api/groups?*')
    await page.goto('/signup')
    await expectAccessibleScreen(page, 'on their way', async () => {
      await openPicker(page)
      await expect(page.getByText('Loading more groups...')).toBeVisible()
    })
    line.release()
    await expectAccessibleScreen(page, 'failed', async () => {
      await openPicker(page)
      const failed = page.getByText('Failed to load ethnic groups. Please refresh and try again.')
      await expect(failed.first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    })
    await page.unrouteAll()
    await page.reload()
    await submit.click()
    await expect(firstName).toHaveAccessibleDescription('Required.')
    await expectAccessibleScreen(page, 'refused')
    await expectAccessibleScreen(page, 'groups found', async () => {
      await openPicker(page)
      await page.keyboard.type('hoba')
      await expect(options).toHaveText(['Kilba also: Höba'])
    })
    await expectAccessibleScreen(page, 'no group found', async () => {
      await openPicker(page)
      await page.keyboard.type('no such people')
      await expect(page.getByText('No matching groups found')).toBeVisible()
    })
  })

  test('a new password: asked for, refused, on its way, failed, sent to a long address; set, refused, link spent, no code', async ({
    page,
  }) => {
    const submit = page.getByRole('button', { name: 'Submit' })
    await page.goto('/reset-password')
    await submit.click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Required.')
    await expectAccessibleScreen(page, 'refused')
    await page.route('**/api/password/reset', answer(500, broken))
    const line = await hold(page, '**/api/password/reset')
    await page.getByLabel('Email').fill(`${'a-very-long-name-'.repeat(6)}@example.com`)
    await submit.click()
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await expectAccessibleScreen(page, 'on its way')
    line.release()
    await expect(page.getByRole('region', { name: 'Notices' })).toBeVisible()
    await expectAccessibleScreen(page, 'failed')
    await page.unrouteAll()
    await submit.click()
    await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible()
    await expectAccessibleScreen(page, 'sent')

    const update = page.getByRole('button', { name: 'Update password' })
    await page.goto('/update-password?vCode=some-code')
    await page.getByLabel('Password', { exact: true }).fill('Abc')
    await update.click()
    await expect(page.getByText('Minimum 8 characters password.')).toBeVisible()
    await expectAccessibleScreen(page, 'refused')
    await page.getByLabel('Password', { exact: true }).fill('Abcdefgh1#')
    await page.getByLabel('Confirm password').fill('Abcdefgh1#')
    await update.click()
    await expect(page.getByRole('button', { name: 'Send a new mail' })).toBeVisible()
    await expectAccessibleScreen(page, 'link spent')
    await page.goto('/update-password')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleScreen(page, 'no code')
  })

  test('verification: on its way, refused, no address known, mail sent, verified; the splash on a line that hangs', async ({
    page,
    server,
  }) => {
    const line = await hold(page, '**/api/signup/email/verify')
    await page.goto('/mail-validate?vCode=some-code')
    await expect(page.getByText('Verifying your email…')).toBeVisible()
    await expectAccessibleScreen(page, 'on its way')
    line.release()
    await expect(page.getByRole('button', { name: 'Send a new mail' })).toBeVisible()
    await expectAccessibleScreen(page, 'refused')
    await page.goto('/mail-sent')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleScreen(page, 'address unknown')
    const { email } = await signUp(page)
    await expect(page.getByText(email)).toBeVisible()
    await expectAccessibleScreen(page, 'mail sent')
    await page.goto(await linkInMail(server, email))
    await expect(page.getByText('Email verification successful')).toBeVisible()
    await expectAccessibleScreen(page, 'verified')

    await page.clock.install()
    // The page it goes to, not what it shares with that.
    await page.route(/\/assets\/entry-[\w-]{8}\.js/, () => {})
    await page.goto('/loading')
    await expect(page.getByText('Weaving your square together…')).toBeVisible()
    await page.clock.runFor(8500)
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await page.clock.resume()
    await expectAccessibleScreen(page)
  })
})

/** A list on a desk, a dialog on a phone: the one closes where the other begins. */
async function openPicker(page: Page): Promise<void> {
  const { group } = onSignUp(page)
  if ((await group.getAttribute('aria-expanded')) === 'true') await page.keyboard.press('Escape')
  await group.click()
}

async function signUp(page: Page) {
  const member = newcomer()
  const group = { id: 1, name: 'Yoruba' }
  const draft = { ...member, firstName: 'Ada', lastName: 'Obi', group, consent: true }
  await page.goto('/favicon.svg')
  await page.evaluate((kept) => sessionStorage.setItem('rootsquare.sign-up', kept), JSON.stringify(draft))
  await page.goto('/signup')
  await onSignUp(page).password.fill(member.password)
  await onSignUp(page).submit.click()
  await page.waitForURL('/mail-sent')
  return member
}
