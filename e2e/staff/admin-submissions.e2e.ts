import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { onGroup, postIn } from '../support/in-groups.ts'
import { shopOf } from '../support/in-market.ts'
import {
  inWords,
  memberOf,
  moderatorOf,
  openGroup,
  propose,
  proposalOn,
  visit,
  write,
  written,
} from '../support/in-sections.ts'
import { dialog, expectSnackbar } from '../support/in-settings.ts'
import { as } from '../support/on-posts.ts'
import { test } from '../support/own-origin.ts'
import { answer, expectAccessibleScreen } from '../support/visit.ts'
import { goWithin } from '../support/within-app.ts'

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

test('an admin decides on page changes of every group, the oldest first', async ({ page, server }) => {
  const [older, newer] = [await openGroup(server), await openGroup(server)]
  const member = await memberOf(server, older, 'osaze.e')
  await memberOf(server, newer, 'osaze.e')
  await write(older.admin, older, 'Culture', before)
  await propose(member, older, 'Culture', better)
  await propose(member, newer, 'Diet', before)
  await visit(page, older.admin, '/user')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Users Submissions' }).click()
  await expect(page).toHaveURL('/admin-submissions')
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
})

test('by keyboard: what has changed meanwhile is put in by hand', async ({ page, server }) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'Culture', before)
  await propose(await memberOf(server, group, 'osaze.e'), group, 'Culture', better)
  await visit(page, group.admin, '/admin-submissions')
  const proposal = proposalOn(page, `Culture in ${group.name}`)
  await proposal.getByRole('button', { name: 'Accept' }).focus()
  await write(group.admin, group, 'Culture', { ...before, detail: 'Drums, songs and masks.' })
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'The section has changed since this was proposed.')
  await expect(proposal).toContainText('Culture has changed since this was proposed.')
  await expect(proposal.getByRole('button', { name: 'Edit with these words' })).toBeFocused()
  await page.keyboard.press('Enter')
  const { form, text, button } = inWords(page, 'Edit Culture')
  await expect(text).toHaveValue(better.description)
  await button('Save').focus()
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Saved')
  await expect(form).toHaveCount(0)
  expect(await written(group, 'Culture')).toEqual(better)
  await expect(proposal).toContainText('These words stand there already.')
  await expect(proposal.getByRole('button', { name: 'Accept' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(proposal).toHaveCount(0)
  await expect(onSubmissions(page).heading('Page changes')).toBeFocused()
})

test('a list that does not come is tried again, and an empty one says so', async ({ page, server }) => {
  const nothing = { content: [], last: true, totalPages: 0, totalElements: 0, number: 0 }
  const empty = answer(200, { data: nothing, message: 'Successful', status: 'OK' })
  const failed = answer(403, { error: ['Not for now'], message: '' })
  const [changes, items] = ['**/api/groups/proposals?*', '**/api/items/admin/items?*']
  for (const list of [changes, items]) await page.route(list, failed)
  await visit(page, await as(server, 'ene.ochigbo'), '/admin-submissions')
  const main = page.getByRole('main')
  const trouble = main.getByRole('alert')
  await expect(trouble).toContainText('Not for now')
  await page.unroute(changes)
  await page.route(changes, empty)
  await trouble.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(main.getByText('No page changes are waiting.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'See all groups' })).toHaveAttribute(
    'href',
    '/group-list?tab=all',
  )

  await onSubmissions(page).tab('Items').click()
  await expect(trouble).toContainText('Failed to fetch items. Please try again.')
  await page.unroute(items)
  await page.route(items, empty)
  await trouble.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(main.getByText('No items are waiting.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'See the marketplace' })).toBeVisible()
})

test('moderators see how many reports wait in their group, and go to them', async ({ page, server }) => {
  const [group, other] = await Promise.all([openGroup(server), openGroup(server)])
  await memberOf(server, other, 'karo.efe')
  const author = await memberOf(server, group, 'osaze.e')
  const postId = await postIn(author.api, group.id, 'Yams for sale, call me')
  const reporter = await as(server, 'oyiza.s')
  const data = { eventType: 'REPORT', postId, reason: 'Selling belongs into the marketplace' }
  expect((await reporter.api.post('/api/messaging/create', { data })).ok()).toBe(true)
  await visit(page, await moderatorOf(server, group, 'karo.efe'), `/group/${group.id}`)
  const reports = onGroup(page).tab('Reports')
  await expect(reports).toHaveAccessibleName('Reports 1 open report')
  await reports.click()
  await expect(page).toHaveURL(`/reported-posts?group=${group.id}&state=open`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reported Posts')
  await expect(page.getByText('Selling belongs into the marketplace')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the group' }).click()
  await expect(onGroup(page).title).toHaveText(group.name)

  // Where they are only a member, there is no such tab.
  await goWithin(page, `/group/${other.id}`)
  await expect(onGroup(page).title).toHaveText(other.name)
  await expect(onGroup(page).tab('Members')).toBeVisible()
  await expect(onGroup(page).tab('Reports')).toHaveCount(0)
})

const offered = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an admin decides on items, the oldest first, and gives a reason for a no', async ({ page, server }) => {
  const { seller, offer } = await shopOf(server)
  const [cap, drum] = [`Cap of ${seller.username}`, `Drum of ${seller.username}`]
  await offer({ name: cap, price: 1500.5, stock: 3 })
  const drumId = await offer({ name: drum, price: 90, stock: 1 })
  await visit(page, await as(server, 'ene.ochigbo'), '/admin-submissions')
  const { tab, heading } = onSubmissions(page)
  await expect(tab('Items')).toHaveAccessibleName(/^Items \d+ items?$/)
  await tab('Items').click()
  await expect(page).toHaveURL('/admin-submissions?tab=items')
  const own = page.getByRole('article').filter({ has: page.getByText(`@${seller.username}`) })
  await expect(own.getByRole('heading')).toHaveText([cap, drum])
  await expect(offered(page, cap)).toContainText('₦1,500.50')
  await expect(offered(page, cap)).toContainText('Made by hand')
  await expectAccessibleState(page)

  await button(page, `Approve ${cap}`).click()
  await expectSnackbar(page, 'The item is approved. Its seller has been told.')
  await expect(offered(page, cap)).toHaveCount(0)
  await expect(heading('Items that wait')).toBeFocused()
  await button(page, `Disapprove ${drum}`).click()
  const question = dialog(page, `Disapprove ${drum}?`)
  const reason = question.getByLabel('Reason')
  await reason.fill('x'.repeat(501))
  await expect(question.getByText('501 / 500')).toBeVisible()
  await reason.fill('The picture shows a cap')
  await page.goBack()
  await expect(button(page, `Disapprove ${drum}`)).toBeFocused()
  await button(page, `Disapprove ${drum}`).click()
  await expect(reason).toHaveValue('The picture shows a cap')
  await question.getByRole('button', { name: 'Disapprove Item' }).click()
  await expectSnackbar(page, 'The item is disapproved. Its seller has been told.')
  await expect(offered(page, drum)).toHaveCount(0)
  await expect(heading('Items that wait')).toBeFocused()
  const received = await seller.api.get('/api/messaging/received')
  expect(await received.text()).toContain('The reason: The picture shows a cap')

  await page.getByRole('navigation', { name: 'Items' }).getByRole('link', { name: 'Disapproved' }).click()
  await expect(page).toHaveURL('/admin-submissions?tab=items&state=disapproved')
  await expect(offered(page, drum)).toContainText('The picture shows a cap')
  await expect(button(page, `Disapprove ${drum}`)).toHaveCount(0)
  await page.getByRole('link', { name: `Open item ${drum}` }).click()
  await expect(page).toHaveURL(`/marketplace?item=${drumId}`)
  await expect(dialog(page, drum)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/marketplace')
  await page.goBack()
  await button(page, `Approve ${drum}`).click()
  await expect(offered(page, drum)).toHaveCount(0)
})

test('an item that its seller deletes meanwhile leaves the list', async ({ page, server }) => {
  const { seller, offer } = await shopOf(server)
  const name = `Basket of ${seller.username}`
  const itemId = await offer({ name, price: 5, stock: 1 })
  await visit(page, await as(server, 'ene.ochigbo'), '/admin-submissions?tab=items')
  await button(page, `Approve ${name}`).focus()
  expect((await seller.api.delete(`/api/items/delete/${itemId}`)).ok()).toBe(true)
  await page.keyboard.press('Enter')
  await expect(offered(page, name)).toHaveCount(0)
  await expect(onSubmissions(page).heading('Items that wait')).toBeFocused()
})

test('an admin adds a category, and none of the same name', async ({ page, server }) => {
  const admin = await as(server, 'ene.ochigbo')
  const name = `Calabashes ${Date.now()}`
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, admin, '/marketplace')
  await button(page, 'Add Category').click()
  const form = dialog(page, 'Add Category')
  const [field, add] = [form.getByLabel('Name'), form.getByRole('button', { name: 'Add Category' })]
  await expect(field).toBeFocused()
  await add.click()
  await expect(form.getByText('Please enter a name.')).toBeVisible()
  await field.fill('x'.repeat(61))
  await expect(form.getByText('Maximum 60 characters allowed')).toBeVisible()
  expect((await form.boundingBox())?.width).toBe(400)
  await field.fill(name)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Add Category')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(name)
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'The category has been added.')
  await expect(page.getByRole('group', { name: 'Categories' }).getByRole('button', { name })).toBeVisible()
  await button(page, 'Add Category').click()
  await field.fill(name.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(form.getByText('A category of this name exists already.')).toBeVisible()
  await expect(field).toBeFocused()
  await expectAccessibleState(page)
})
