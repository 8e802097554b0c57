import { expect } from '../support/fixtures.ts'
import { delayResponses, onSignIn, password, pressTo, test, untilFontsLoaded } from '../support/visit.ts'

// Missing input, rejections and failures are tested in entry.test.tsx.
test('a member mistypes, then signs in by keyboard alone', async ({ page }) => {
  await page.goto('/')
  const { username, secret, submit, fill, snackbar } = onSignIn(page)
  await expect(username).toHaveAttribute('autocomplete', 'username')
  await expect(secret).toHaveAttribute('autocomplete', 'current-password')
  // The button keeps its size while the answer is on its way.
  const { release } = await delayResponses(page, '**/api/login')
  await untilFontsLoaded(page)
  const sizeOf = async () => {
    const { width, height } = (await submit.boundingBox()) ?? {}
    return { width, height }
  }
  const before = await sizeOf()
  await fill('adaeze.n', 'wrong password')
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(sizeOf).toEqual(before)
  await release()
  const text = (await snackbar.getByRole('paragraph').textContent()) ?? ''
  await expect(page.getByRole('paragraph').filter({ hasText: text })).toHaveCount(1)
  await page.unrouteAll()

  await username.fill('')
  await secret.fill('')
  await username.focus()
  await page.keyboard.type('adaeze.n@example.com')
  await pressTo(secret, 'Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  const toggle = page.getByRole('button', { name: 'Show password' })
  await expect(toggle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(secret).toHaveAttribute('type', 'text')
  await expect(secret).toHaveValue(password)
  await pressTo(page.getByRole('link', { name: 'Forgot password?' }), 'Tab')
  await pressTo(submit, 'Tab')
  await expect(submit).toHaveCSS('outline-width', '3px')
  // The wait starts before the press, because the splash may be over soon after it.
  const splash = page.waitForURL('/loading')
  await page.keyboard.press('Enter')
  await splash
  await expect(snackbar).toHaveCount(0)
  await page.waitForURL('/user')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ndewo, Adaeze')
  const profile = page.getByRole('region', { name: 'Your profile' })
  await expect(profile.getByRole('heading', { name: 'Adaeze Nwokorie' })).toBeVisible()
  await expect(profile.getByText('@adaeze.n')).toBeVisible()
  await expect(profile.getByText(/Igbo cook and weekend potter/)).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL('/loading')
})
