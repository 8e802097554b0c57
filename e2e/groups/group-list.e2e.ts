import { expectAccessibleScreen, expectAccessibleState } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { groupNamed, leave, onGroup } from '../support/in-groups.ts'
import { as } from '../support/on-posts.ts'
import { enter, pressKeys, pressTo, test } from '../support/visit.ts'

test('a group is found, joined and opened by keyboard, and Back keeps the search', async ({
  page,
  server,
}) => {
  const { api, token } = await as(server, 'gyang.c')
  await leave(api, (await groupNamed(api, 'Tangale')).id)
  await enter(page, token, '/group-list')
  const tab = (name: string) => page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name })
  const rows = page.getByRole('main').getByRole('listitem')
  const search = page.getByRole('searchbox', { name: 'Search all groups' })
  await expect(tab('Joined Groups')).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'See the map' }).focus()
  await pressTo(tab('Joined Groups'), 'Tab')
  await pressKeys(page, 'Tab', 'Enter')
  await expect(tab('All Groups')).toHaveAttribute('aria-current', 'page')
  await expect(search).toBeVisible()
  await pressTo(search, 'Tab')
  await page.keyboard.type('tangale')
  await expect(rows.getByRole('button', { name: 'Join Tangale' })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await pressTo(page.getByRole('button', { name: 'Clear search' }), 'Tab')
  await pressTo(rows.getByRole('button', { name: 'Join Tangale' }), 'Tab', 'Tab', 'Tab')
  await pressTo(rows.getByRole('button', { name: 'Joined Tangale' }), 'Space')
  await pressKeys(page, 'Shift+Tab', 'Enter')
  const group = onGroup(page)
  await expect(group.title).toHaveText('Tangale')
  await expect(group.leave).toBeVisible()

  // The arrow leads back past all tabs opened since, even after a reload.
  await group.tab('History').click()
  await expect(page).toHaveTitle('History · Tangale · Rootsquare')
  await group.tab('Members').click()
  await expect(group.tab('Members')).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await group.back.click()
  await expect(page).toHaveURL('/group-list?tab=all&q=tangale')
  await page.goForward()
  await expect(group.title).toHaveText('Tangale')
  await group.back.click()
  await expect(page).toHaveURL('/group-list?tab=all&q=tangale')
  await expect(search).toHaveValue('tangale')
  await expect(rows).toHaveCount(1)
  await page.goBack()
  await expect(tab('Joined Groups')).toHaveAttribute('aria-current', 'page')
  await expectAccessibleState(page)
  await tab('All Groups').click()
  await search.fill('ka')
  await expect(page).toHaveURL('/group-list?tab=all&q=ka')
  await expect(rows).not.toHaveCount(0)
  await expectAccessibleScreen(page)
})
