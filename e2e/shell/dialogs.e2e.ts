import type { Page } from '@playwright/test'
import { expectAccessibleState, expectInsideViewport } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { closeByBack, dialog, row, showSettings, untilSettled } from '../support/in-settings.ts'
import { choose, noise, picture } from '../support/pictures.ts'
import { answer, enter, onSignIn, test, menuButton } from '../support/visit.ts'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

async function openSheet(page: Page): Promise<void> {
  await menuButton(page).click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(sheet(page)).toBeVisible()
}

/** One step further than the inbox, so that a step back shows. */
async function stepToCart(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shopping Details' })).toBeVisible()
}

async function stepBackToInbox(page: Page): Promise<void> {
  await page.goBack()
  await expect(page).toHaveURL('/inbox')
}

test('dialog and drawer take the focus, return it and leave no history entry', async ({ page, token }) => {
  await enter(page, token, '/inbox')
  await stepToCart(page)
  await test.step('a dialog', () => openAndCloseSheet(page))
  await test.step('the drawer', () => openAndCloseDrawer(page))
  await stepBackToInbox(page)
})

async function openAndCloseSheet(page: Page): Promise<void> {
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => sheet(page).getByRole('button', { name: 'Close' }).click(),
    () => closeByBack(page),
  ]) {
    await openSheet(page)
    await expect(sheet(page)).toBeFocused()
    await expect(sheet(page)).toHaveAttribute('aria-modal', 'true')
    await close()
    await untilSettled(page, '/cart')
    await expect(menuButton(page)).toBeFocused()
  }

  // Neither Forward nor a reload opens them again or leaves an empty step.
  await page.evaluate(async () => {
    const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    history.forward()
    await arrived
  })
  await untilSettled(page)
  await openSheet(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Shopping Details' })).toBeVisible()
  await untilSettled(page)
}

async function openAndCloseDrawer(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => closeByBack(page),
    () => page.mouse.click(340, 400),
  ]) {
    await menuButton(page).click()
    await expect(drawer(page)).toBeFocused()
    await expect.poll(async () => (await drawer(page).boundingBox())?.width).toBeCloseTo(304, 2)
    await close()
    await untilSettled(page, '/cart')
    await expect(menuButton(page)).toBeFocused()
  }
  await menuButton(page).click()
  await drawer(page).getByRole('link', { name: 'Marketplace' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await untilSettled(page)
  await page.goBack()
  await expect(page).toHaveURL('/cart')
  await expect(drawer(page)).toHaveCount(0)
  await menuButton(page).click()
  await drawer(page).getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(sheet(page)).toBeVisible()
  await expect(drawer(page)).toHaveCount(0)
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await untilSettled(page)
  await expect(menuButton(page)).toBeFocused()
}

test('dialogs leave the page below unchanged, however fast they are closed', async ({ page, token }) => {
  await showSettings(page, token)
  await test.step('a snackbar above one can be closed', () => closeSnackbarAbove(page))
  await test.step('the page behind one does not move', () => scrollBehind(page))
  await test.step('two are closed faster than the browser steps back', () => closeBothFast(page))
})

async function closeSnackbarAbove(page: Page): Promise<void> {
  await page.route('**/api/user/export', answer(400, { error: ['No.'], message: 'No.', code: 'BAD' }))
  await row(page, 'Download my data').click()
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText('No.')
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
  await notices.getByRole('button', { name: 'Close' }).click()
  await expect(notices).toHaveCount(0)
  await expect(sheet(page)).toBeVisible()
  await expectAccessibleState(page)
  // Below 768 px it is a sheet.
  await page.setViewportSize({ width: 320, height: 640 })
  await expectInsideViewport(page)
  await page.setViewportSize({ width: 360, height: 640 })
  await expect(async () => {
    const box = await sheet(page).boundingBox()
    expect(box).toMatchObject({ x: 0, width: 360 })
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(640)
  }).toPass()
  await page.keyboard.press('Escape')
  await untilSettled(page)
}

async function scrollBehind(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 300 })
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await page.evaluate(async () => {
    const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
    window.scrollTo(0, 120)
    await scrolled
  })
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab')
    const behind = await page.evaluate(() => document.activeElement?.closest('#root')?.id ?? null)
    expect(behind).toBeNull()
  }
  await page.mouse.move(20, 280)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120)
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120)
  await untilSettled(page)
  await page.setViewportSize({ width: 1280, height: 720 })
}

const profile = (page: Page) => dialog(page, 'Update Profile')
const cropper = (page: Page) => page.getByRole('dialog', { name: 'Crop your avatar' })

async function openBoth(page: Page): Promise<void> {
  await row(page, 'Update Profile').click()
  await choose(profile(page).getByRole('button', { name: 'Choose avatar' }), picture('a.png', noise(60)))
  await expect(cropper(page)).toBeVisible()
}

/** A browser with much to do steps through the history late: here when the test says so. */
async function delayHistorySteps(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const go = history.go.bind(history)
    history.go = (steps) => addEventListener('step', () => go(steps), { once: true })
  })
  return () =>
    page.evaluate(async () => {
      const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      dispatchEvent(new Event('step'))
      await arrived
    })
}

async function closeBothFast(page: Page): Promise<void> {
  await openBoth(page)
  const step = await delayHistorySteps(page)
  await page.keyboard.press('Escape')
  await expect(cropper(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(profile(page)).toHaveCount(0)
  await row(page, 'Change Password').click()
  await step()
  await step()
  await expect(dialog(page, 'Change Password')).toBeVisible()
  await page.goBack()
  await expect(dialog(page, 'Change Password')).toHaveCount(0)
  await expect(page).toHaveURL('/settings')

  // A session that ends under two dialogs leaves sign-in, however late their steps come.
  await openBoth(page)
  const message = 'This account is suspended.'
  const suspended = { error: [message], message, code: 'ACCOUNT_SUSPENDED' }
  await page.route('**/api/media/upload', answer(403, suspended))
  await cropper(page).getByRole('button', { name: 'Use picture' }).click()
  await expect(onSignIn(page).form).toContainText(message)
  for (let steps = 0; steps < 2; steps += 1) {
    await step()
    await expect(page).toHaveURL('/')
    await expect(onSignIn(page).form).toContainText(message)
  }
}
