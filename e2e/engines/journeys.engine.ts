import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { linkInMail, newAccount, onSignUp } from '../support/entry.ts'
import { composer, inFeed, openComposer } from '../support/in-composer.ts'
import { homeAddress, shopOf } from '../support/in-market.ts'
import { send } from '../support/members.ts'
import { missing } from './old-chromium.ts'
import { enter, onSignIn, test as base } from '../support/visit.ts'

/** Runs in the world of Playwright, which needs this function. Chrome has it since 105. */
const checkVisibility = `Element.prototype.checkVisibility ??= function () {
  return this.getClientRects().length > 0
}`

async function helpPlaywright(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.on('Runtime.executionContextCreated', ({ context: { id, name } }) => {
    if (!name.startsWith('__playwright')) return
    // A page that is left meanwhile needs it no more.
    session.send('Runtime.evaluate', { expression: checkVisibility, contextId: id }).catch(() => {})
  })
  await session.send('Runtime.enable')
}

const test = base.extend<object>({
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await helpPlaywright(page)
    await use(page)
    expect(errors).toEqual([])
  },
})

test.skip(missing !== null, missing ?? '')

test('a visitor signs up and signs in', async ({ page, server }) => {
  const member = newAccount()
  await page.goto('/signup')
  await onSignUp(page).fill(member)
  await onSignUp(page).submit.click()
  await page.waitForURL('/mail-sent')
  await page.goto(await linkInMail(server, member.email))
  await page.getByRole('link', { name: 'Sign In' }).click()
  await onSignIn(page).fill(member.username, member.password)
  await page.waitForURL('/welcome')
  await page.getByText('Skip all').click()
  await expect(page).toHaveURL('/user')
})

test('a member posts', async ({ page, server }) => {
  await openComposer(page, server)
  await composer(page).text.fill('The yams are in.')
  await composer(page).post.click()
  await expect(inFeed(page, 'The yams are in.')).toBeVisible()
})

test('a member buys', async ({ page, server }) => {
  const { buyer, sell } = await shopOf(server)
  const item = await sell({ name: 'Drum', price: 1050.5, stock: 5 })
  await send(buyer, 'post', '/address', homeAddress)
  await enter(page, buyer.token, `/marketplace?item=${item}`)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible()
  await page.goto('/cart')
  await page.getByLabel('Phone Number').fill('08031234567')
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await page.getByRole('button', { name: 'Pay ₦1,050.50' }).click()
  await expect(page.getByText('PROCESSING').first()).toBeVisible()
})
