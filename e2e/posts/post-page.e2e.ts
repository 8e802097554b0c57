import type { Locator, Page } from '@playwright/test'
import { expectAccessibleScreen, expectAccessibleState, expectInsideViewport } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { closeByBack, dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { action, cardOf, onCard, onComments, openPost, postOf } from '../support/on-posts.ts'
import {
  answer,
  untilStable,
  enter,
  onSignIn,
  password,
  pressTo,
  scrollIntoView,
  test,
} from '../support/visit.ts'

test('a visitor returns to the post after signing in', async ({ page, server }) => {
  const { id } = await postOf(server, 'adaeze.n', 'For everyone who comes by', ['For members only'])
  await page.goto(`/post/${id}`)
  const comment = page.getByRole('article').getByRole('button', { name: /^Comment, / })
  const [toComment, toLike] = [dialog(page, 'Drop comments'), dialog(page, 'Like posts')]
  await comment.click()
  await toComment.getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/signup')
  await page.goBack()
  await expect(page).toHaveURL(`/post/${id}`)
  await expect(toComment).toHaveCount(0)
  const { like } = onCard(page.getByRole('article'))
  await like.click()
  await expect(toLike).toBeVisible()
  await expectAccessibleState(page)
  await toLike.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await onSignIn(page).fill('bose.akande', password)
  await expect(page).toHaveURL(`/post/${id}`)
  await expect(onComments(page).row('For members only')).toBeVisible()
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 1 like')
})

async function expectNotCovered(page: Page): Promise<void> {
  const isCovered = () => {
    const box = document.activeElement?.getBoundingClientRect()
    const edge = document.getElementById('comment')?.closest('form')?.getBoundingClientRect().top
    return box === undefined || edge === undefined || box.bottom > edge + 1
  }
  await expect.poll(() => page.evaluate(isCovered)).toBe(false)
}

// Sent comments are tested in post-page.test.tsx.
test('a new comment scrolls into view, and the field stays in view', async ({ page, server }) => {
  const comments = Array.from({ length: 9 }, (_, at) => `${at} ${'m'.repeat(80)}`)
  const { token, id } = await postOf(server, 'aissatu.b', `A long ${'w'.repeat(90)}`, comments)
  await openPost(page, token, id)
  const { field, row, rows, section } = onComments(page)
  await expect(rows).toHaveCount(9)
  await field.fill('The newest of all')
  await page.keyboard.press('Enter')
  await expect(rows.last().getByRole('button', { name: /^Options/ })).toBeVisible()
  await expect(rows.last()).toContainText('The newest of all')
  await expect(rows.last()).toBeInViewport({ ratio: 1 })
  await expectAboveField(page, rows.last())
  await expect(field).toBeFocused()
  await page.route('**/api/post/comments/*/create', answer(429, { error: ['Not so fast'], message: '' }))
  await field.fill('It will not arrive')
  await page.keyboard.press('Control+Enter')
  await expect(row('Not sent')).toBeVisible()
  await row('0 mm')
    .getByRole('button', { name: /^Options/ })
    .click()
  await action(page, 'Edit').click()
  const edit = section.getByRole('textbox', { name: 'Edit comment' })
  await expectAccessibleScreen(page, 'comments', async () => {
    await expect(edit).toBeVisible()
    // At the end of the page the field covers no button.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  })
  await edit.press('Escape')
  await expect(edit).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 600 })
  await test.step('the field stays in sight on a small screen', () => expectFieldInSight(page))
  await field.fill('Nor will this')
  await page.keyboard.press('Control+Enter')
  await expect(row('Nor will this').getByRole('button', { name: 'Retry' })).toBeVisible()
  await expectAboveField(page, row('Nor will this'))
  await page.setViewportSize({ width: 360, height: 740 })
  await expectOnOneLine(row('Nor will this').getByRole('button', { name: /^(Retry|Discard)$/ }))
})

test('the time of a comment keeps its width, so that nothing wraps later', async ({ page, server }) => {
  const { token, id } = await postOf(server, 'aissatu.b', 'Short', ['Shorter'])
  await openPost(page, token, id)
  const time = onComments(page).rows.last().locator('time > [aria-hidden]')
  const widths = await time.evaluate((shown) =>
    ['now', '1m', '59m', '23h', '6d'].map((text) => {
      shown.textContent = text
      return shown.getBoundingClientRect().width
    }),
  )
  expect(new Set(widths).size).toBe(1)
})

test('the heart pops, but not for those who prefer less motion', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const { token, id } = await postOf(server, 'aissatu.b', 'Short', [])
  const { like } = onCard(await openPost(page, token, id))
  await like.evaluate((button) => {
    button.addEventListener('animationstart', () => button.setAttribute('data-test-popped', ''))
  })
  await like.click()
  await expect(like).toHaveAttribute('data-test-popped')
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => like.evaluate((one) => one.getAnimations({ subtree: true }).length)).toBe(0)
})

async function expectOnOneLine(buttons: Locator): Promise<void> {
  const [first, second] = await buttons.all()
  expect((await first?.boundingBox())?.y).toBe((await second?.boundingBox())?.y ?? NaN)
}

async function expectAboveField(page: Page, row: Locator): Promise<void> {
  const bar = page.locator('form').filter({ has: onComments(page).field })
  await expect(async () => {
    const [last, box] = [await row.boundingBox(), await bar.boundingBox()]
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
  }).toPass()
}

async function expectFieldInSight(page: Page): Promise<void> {
  const { field, rows } = onComments(page)
  await expect(field).toBeInViewport({ ratio: 1 })
  // Writing does not move the post.
  const scrolled = () => page.evaluate(() => window.scrollY)
  const top = await untilStable(page, scrolled)
  await field.focus()
  await page.keyboard.type('Some words')
  expect(await untilStable(page, scrolled)).toBe(top)
  for (const press of ['Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(press)
    await expectNotCovered(page)
  }
  await scrollIntoView(rows.last())
  await expect(field).toBeInViewport({ ratio: 1 })
  const isCovered = (it: Element) => {
    const { left, right, top, bottom } = it.getBoundingClientRect()
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) !== it
  }
  await expect.poll(() => field.evaluate(isCovered)).toBe(false)
}

// Closing dialogs is tested in dialogs.e2e.ts, the texts of the menu and its dialogs in post-actions.test.tsx.
test('the menu of a post works by keyboard, and its dialogs fit a phone', async ({ page, server }) => {
  const { token, id } = await postOf(server, 'karo.efe', 'Regatta at Abraka')
  await page.setViewportSize({ width: 320, height: 700 })
  await enter(page, token, '/profile')
  await onCard(cardOf(page, 'Regatta at Abraka')).like.click()
  await cardOf(page, 'Regatta at Abraka').locator('a:has(time)').click()
  await expect(onComments(page).field).toBeVisible()
  const { menu, share, like } = onCard(page.getByRole('article'))
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await share.click()
  await expect(dialog(page, 'Share')).toBeVisible()
  await expectAccessibleState(page)
  await expectInsideViewport(page)
  await closeByBack(page)
  await untilSettled(page, `/post/${id}`)
  await expect(share).toBeFocused()
  await menu.press('Enter')
  await expect(action(page, 'Copy link')).toBeFocused()
  await expectAccessibleState(page)
  await expectInsideViewport(page)
  await pressTo(action(page, 'Edit Post'), 'ArrowDown')
  await page.keyboard.press('Enter')
  const edit = dialog(page, 'Edit Post')
  await expect(edit.getByLabel('Caption')).toBeFocused()
  await edit.getByLabel('Caption').fill('x'.repeat(5001))
  await expect(edit.getByText('Maximum 5000 characters allowed')).toBeVisible()
  await expectAccessibleState(page)
  await expectInsideViewport(page)
  await pressTo(menu, 'Escape')
  // Deleting a post leads to the feed, and Back does not lead to the deleted post.
  await menu.press('Enter')
  await expect(action(page, 'Copy link')).toBeFocused()
  await pressTo(action(page, 'Delete Post'), 'ArrowUp')
  await page.keyboard.press('Enter')
  await dialog(page, 'Delete Post').getByRole('button', { name: 'Delete Post' }).click()
  await expectSnackbar(page, 'Post deleted')
  await untilSettled(page, '/user')
  await page.goBack()
  await expect(page).toHaveURL('/profile')
  await expect(cardOf(page, 'Regatta at Abraka')).toHaveCount(0)
})
