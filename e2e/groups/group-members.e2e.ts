import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { groupNamed, join, leave } from '../support/in-groups.ts'
import { expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { action, as } from '../support/on-posts.ts'
import { enter, pressTo, test } from '../support/visit.ts'

const longNames = {
  id: 100_000,
  username: 'a_rather_long_username_of_somebody',
  firstname: 'Oluwafunmilayo',
  lastname: 'Adébáyọ̀-Okonkwo',
  profileImage: null,
  isFollowedByUser: false,
  isModerator: false,
}

test('an admin makes a moderator by keyboard, and ends it', async ({ page, server }) => {
  const [admin, member] = await Promise.all([as(server, 'ene.ochigbo'), as(server, 'falmata.k')])
  const { id } = await groupNamed(admin.api, 'Waja')
  await leave(member.api, id)
  await Promise.all([join(member.api, id), join(admin.api, id)])
  // The demo data have no names as long as these, which must fit a phone too.
  await page.route('**/api/groups/members/*', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    reply.data.content.push(longNames)
    await route.fulfill({ response, json: reply })
  })
  await enter(page, admin.token, `/group/${id}/members`)
  const rows = page.getByRole('list', { name: 'members' }).getByRole('listitem')
  const falmata = rows.filter({ hasText: 'falmata.k' })
  const options = falmata.getByRole('button', { name: /^Options for Falmata/ })
  await options.focus()
  await pressTo(action(page, 'Make Moderator'), 'Enter')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: /^Make Falmata .* a moderator\?$/ })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await pressTo(options, 'Escape')
  await untilSettled(page)
  await options.click()
  await action(page, 'Make Moderator').click()
  await question.getByRole('button', { name: 'Make Moderator' }).click()
  await expectSnackbar(page, 'Falmata Kachalla is now a moderator')
  await expect(rows.first()).toContainText('@falmata.k')
  await expect(rows.first()).toContainText('Moderator')
  await expect(options).toBeFocused()
  // A link half under the navbar would count as too small.
  await expectAccessibleScreen(page, 'members', () => page.evaluate(() => window.scrollTo(0, 0)))
  await options.press('Enter')
  await action(page, 'Remove moderator').click()
  const ending = page.getByRole('dialog', { name: /^Remove Falmata .* as a moderator\?$/ })
  await ending.getByRole('button', { name: 'Remove moderator' }).click()
  await expect(falmata).not.toContainText('Moderator')
  await expect(options).toBeFocused()
})
