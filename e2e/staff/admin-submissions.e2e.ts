import type { Locator, Page } from '@playwright/test'
import { expectAccessibleScreen, expectAccessibleState } from '../support/accessible.ts'
import { expect, type Server } from '../support/fixtures.ts'
import { shopOf } from '../support/in-market.ts'
import { memberOf, openGroup, propose, proposalOn, write, written } from '../support/in-sections.ts'
import { closeByBack, dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { as } from '../support/on-posts.ts'
import { answer, delayResponses, enter, menuButton, test } from '../support/visit.ts'

const before = { detail: 'Drums and songs.', description: 'We dance at harvest.' }
const better = { detail: 'Drums and songs.', description: 'We dance at harvest and at weddings.' }

function onSubmissions(page: Page) {
  const tabs = page.getByRole('navigation', { name: 'Users Submissions' })
  const tab = (name: string): Locator => tabs.getByRole('link', { name: new RegExp(`^${name}`) })
  return {
    tab,
    /** As it is read out. */
    count: async (name: string): Promise<number> => {
      await expect(tab(name)).toHaveAccessibleName(/\d+ page changes?$/)
      return Number(
        /\d+/.exec(
          (await tab(name)
            .getByText(/ page changes?$/)
            .textContent()) ?? '',
        )?.[0],
      )
    },
    heading: (name: string) => page.getByRole('heading', { level: 2, name, exact: true }),
  }
}

test('an admin decides on page changes, the oldest first', async ({ page, server }) => {
  const { token } = await as(server, 'ene.ochigbo')
  const groups = await proposeTwo(server)
  await enter(page, token, '/admin-submissions')
  await decideOnChanges(page, groups)
})

test('an admin decides on items, with a reason for a no', async ({ page, server }) => {
  const { token } = await as(server, 'ene.ochigbo')
  const offers = await offerTwo(server)
  await enter(page, token, '/admin-submissions')
  await decideOnItems(page, offers)
})

// A browser fires no click if the element that was pressed is replaced before the release.
test('a menu entry can be pressed while its icon and count arrive', async ({ page, server }) => {
  const { token } = await as(server, 'ene.ochigbo')
  const { release } = await delayResponses(page, '**/assets/staff-menu-*.js')
  await enter(page, token, '/user')
  await menuButton(page).click()
  const entry = page.getByRole('link', { name: /^Users Submissions/ })
  await entry.getByText('Users Submissions', { exact: true }).hover()
  await page.mouse.down()
  await release()
  await expect(entry).toHaveAccessibleName(/^Users Submissions, \d+ waiting$/)
  await page.mouse.up()
  await expect(page).toHaveURL('/admin-submissions')
})

test('held payments fit a phone', async ({ page, server }) => {
  const { token } = await as(server, 'ene.ochigbo')
  await page.route('**/api/payment/held?*', answer(200, heldPayments))
  await enter(page, token, '/held-payments')
  await expect(page.getByText('USD 2,500.50')).toBeVisible()
  await expectAccessibleScreen(page)
})

async function proposeTwo(server: Server) {
  const [older, newer] = [await openGroup(server), await openGroup(server)]
  const member = await memberOf(server, older, 'osaze.e')
  await memberOf(server, newer, 'osaze.e')
  await write(older.admin, older, 'Culture', before)
  await propose(member, older, 'Culture', better)
  await propose(member, newer, 'Diet', before)
  return { older, newer, member }
}

type Groups = Awaited<ReturnType<typeof proposeTwo>>

async function decideOnChanges(page: Page, { older, newer, member }: Groups): Promise<void> {
  await expect(page).toHaveTitle('Users Submissions · Rootsquare')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users Submissions')
  const { tab, count, heading } = onSubmissions(page)
  const [first, second] = [
    proposalOn(page, `Culture in ${older.name}`),
    proposalOn(page, `Diet in ${newer.name}`),
  ]
  await expect(first.getByRole('insertion').filter({ hasText: 'and at weddings' })).toBeVisible()
  await expect(
    page
      .getByRole('article')
      .filter({ has: page.getByText('@osaze.e') })
      .last(),
  ).toHaveAccessibleName(`Diet in ${newer.name}`)
  await expect(first.getByRole('link', { name: older.name })).toHaveAttribute('href', `/group/${older.id}`)
  const [waiting, decided] = [await count('Waiting'), await count('Decided')]
  await expectAccessibleScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await first.getByRole('button', { name: 'Accept' }).click()
  await expectSnackbar(page, 'Proposal accepted: Culture by Osaze Ehigiator')
  await expect(first).toHaveCount(0)
  await expect(heading('Page changes')).toBeFocused()
  expect(await written(older, 'Culture')).toEqual(better)
  await second.getByRole('button', { name: 'Decline' }).click()
  const question = dialog(page, 'Decline the change of Diet?')
  await question.getByLabel('Reason (optional)').fill('This is about dance')
  await question.getByRole('button', { name: 'Decline' }).click()
  await expectSnackbar(page, 'Proposal declined')
  await expect(second).toHaveCount(0)
  const counts = async () => [await count('Waiting'), await count('Decided')]
  await expect.poll(counts).toEqual([waiting - 2, decided + 2])

  await tab('Decided').click()
  await expect(page).toHaveURL('/admin-submissions?tab=decided')
  await expect(tab('Decided')).toBeFocused()
  await expect(second.getByText('Declined', { exact: true })).toBeVisible()
  await expect(second).toContainText('This is about dance')
  await expect(first.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(first).toContainText('By @ene.ochigbo')
  await page.goBack()
  await expect(heading('Page changes')).toBeVisible()

  const received = await member.api.get('/api/messaging/received')
  expect(await received.text()).toContain(`Your change of Culture in ${older.name} was accepted. Thank you.`)
}

/** One that came short and one in another currency, as the server lists them. */
const held = {
  transactionRef: 'RS-AAAAAAAAAAAAAAAAAAAA',
  reference: 'RS-AAAAAAAAAAAAAAAAAAAA',
  orderId: 9,
  buyerId: 3,
  buyerUsername: 'bello_the_buyer',
  expected: 2500.5,
  paid: 50,
  currency: 'NGN',
  why: '₦50.00 was paid, ₦2,500.50 was asked for.',
  createdDate: '2026-01-05T10:00:00.000Z',
}
const foreign = { ...held, reference: 'RS-AAAAAAAAAAAAAAAAAAAA-2', paid: 2500.5, currency: 'USD' }
const heldPayments = {
  data: { content: [held, foreign], last: true, totalPages: 1, totalElements: 2, number: 0 },
}

const offered = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function offerTwo(server: Server) {
  const { seller, offer } = await shopOf(server)
  const [cap, drum] = [`Cap of ${seller.username}`, `Drum of ${seller.username}`]
  await offer({ name: cap, price: 1500.5, stock: 3 })
  const drumId = await offer({ name: drum, price: 90, stock: 1 })
  return { seller, cap, drum, drumId }
}

type Offers = Awaited<ReturnType<typeof offerTwo>>

async function decideOnItems(page: Page, { seller, cap, drum, drumId }: Offers): Promise<void> {
  const { tab, heading } = onSubmissions(page)
  await expect(tab('Items')).toHaveAccessibleName(/^Items \d+ items?$/)
  await tab('Items').click()
  await expect(page).toHaveURL('/admin-submissions?tab=items')
  const own = page.getByRole('article').filter({ has: page.getByText(`@${seller.username}`) })
  await expect(own.getByRole('heading')).toHaveText([cap, drum])
  await expectAccessibleState(page)
  await button(page, `Approve ${cap}`).click()
  await expectSnackbar(page, 'The item is approved. Its seller has been told.')
  await expect(offered(page, cap)).toHaveCount(0)
  await expect(heading('Items waiting for approval')).toBeFocused()

  await button(page, `Disapprove ${drum}`).click()
  const question = dialog(page, `Disapprove ${drum}?`)
  const reason = question.getByLabel('Reason')
  await reason.fill('The picture shows a cap')
  await closeByBack(page)
  await expect(button(page, `Disapprove ${drum}`)).toBeFocused()
  await button(page, `Disapprove ${drum}`).click()
  await expect(reason).toHaveValue('The picture shows a cap')
  await question.getByRole('button', { name: 'Disapprove Item' }).click()
  await expectSnackbar(page, 'The item is disapproved. Its seller has been told.')
  await expect(offered(page, drum)).toHaveCount(0)
  await expect(heading('Items waiting for approval')).toBeFocused()
  await page.getByRole('navigation', { name: 'Items' }).getByRole('link', { name: 'Disapproved' }).click()
  await expect(page).toHaveURL('/admin-submissions?tab=items&state=disapproved')
  await page.getByRole('link', { name: `Open item ${drum}` }).click()
  await expect(page).toHaveURL(`/marketplace?item=${drumId}`)
  await expect(dialog(page, drum)).toBeVisible()
  await expectAccessibleState(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/marketplace')
  await button(page, 'Add Category').click()
  await expect.poll(async () => (await dialog(page, 'Add Category').boundingBox())?.width).toBe(400)
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await page.goBack()
  await button(page, `Approve ${drum}`).click()
  await expect(offered(page, drum)).toHaveCount(0)
}
