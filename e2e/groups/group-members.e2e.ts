import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { groupNamed, join, leave, onGroup } from '../support/in-groups.ts'
import { expectSnackbar } from '../support/in-settings.ts'
import { action, as } from '../support/on-posts.ts'
import { answer, enter, expectAccessibleScreen, pastTheEdge, test } from '../support/visit.ts'

/** Not a fault of 500, which would be asked again before it is told. */
const broken = answer(400, { error: ['The loom broke'], message: '', code: 'BAD' })
const rows = (page: Page) => page.getByRole('list', { name: 'members' }).getByRole('listitem')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search members' })

test.describe('the members of a group', () => {
  test('moderators stand first, and whom one looks for is found and followed', async ({ page, server }) => {
    const { api, token } = await as(server, 'gyang.c')
    const { id } = await groupNamed(api, 'Yoruba')
    await enter(page, token)
    await page.goto(`/group/${id}`)
    await onGroup(page).count.click()
    await expect(page).toHaveURL(`/group/${id}/members`)
    await expect(onGroup(page).tab('Members')).toHaveAttribute('aria-current', 'page')
    await expect(rows(page).first()).toContainText('Bọ́sẹ̀ Àkàndé@bose.akandeModerator')
    await expect(page.getByText('Moderator', { exact: true })).toHaveCount(1)
    await expect(page.getByRole('button', { name: /^Options for / })).toHaveCount(0)
    await expectAccessibleScreen(page)
    await search(page).fill('@bose')
    await expect(rows(page)).toHaveCount(1)
    await search(page).fill('nobody of this name')
    await expect(page.getByText('No member of this name')).toBeVisible()
    await search(page).fill('bose AKANDE')
    await expect(rows(page)).toHaveCount(1)
    const follow = row(page, 'bose.akande').getByRole('button')
    const [deed, other] = (await follow.textContent())?.startsWith('Follow')
      ? ['Follow', 'Unfollow']
      : ['Unfollow', 'Follow']
    await follow.click()
    await page.getByRole('dialog').getByRole('button', { name: deed, exact: true }).click()
    await expect(follow).toHaveText(new RegExp(`^${other}`))
    await expect(follow).toBeFocused()
    await row(page, 'bose.akande').getByRole('link').click()
    await expect(page).toHaveURL('/u/bose.akande')
  })

  test('they come twenty at a time, and what fails is tried again', async ({ page, server }) => {
    const admin = await as(server, 'ene.ochigbo')
    const { id } = await groupNamed(admin.api, 'Waja')
    let isBroken = true
    await page.route('**/api/groups/members/*', async (route) => {
      const { searchParams } = new URL(route.request().url())
      const at = Number(searchParams.get('page'))
      expect(searchParams.get('size')).toBe('20')
      if (isBroken) return broken(route)
      const entry = (number: number) => ({
        id: 100_000 + number,
        username: `a_rather_long_username_${number}`,
        firstname: `Oluwafunmilayo${number}`,
        lastname: 'Adébáyọ̀-Okonkwo',
        profileImage: null,
        isFollowedByUser: number % 2 === 0,
        isModerator: number === 0,
      })
      const content = Array.from({ length: at === 1 ? 5 : 20 }, (_, each) => entry(at * 20 + each))
      await route.fulfill({
        json: { data: { content, last: at === 1, totalPages: 2, totalElements: 25, number: at } },
      })
    })
    await page.setViewportSize({ width: 320, height: 640 })
    await enter(page, admin.token)
    await page.goto(`/group/${id}/members`)
    await expect(page.getByRole('main').getByText('The loom broke')).toBeVisible()
    isBroken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page).first()).toContainText('Moderator')
    expect(await pastTheEdge(page)).toEqual([])
    await rows(page).nth(19).scrollIntoViewIfNeeded()
    await expect(rows(page)).toHaveCount(25)
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  })

  test('an admin makes a moderator by keyboard, and ends it', async ({ page, server }) => {
    const [admin, member] = await Promise.all([as(server, 'ene.ochigbo'), as(server, 'falmata.k')])
    const { id } = await groupNamed(admin.api, 'Waja')
    await leave(member.api, id)
    await Promise.all([join(member.api, id), join(admin.api, id)])
    await enter(page, admin.token)
    await page.goto(`/group/${id}/members`)
    const options = row(page, 'falmata.k').getByRole('button', { name: /^Options for Falmata/ })
    await options.focus()
    await page.keyboard.press('Enter')
    await expect(action(page, 'Make Moderator')).toBeFocused()
    await page.keyboard.press('Enter')
    const asked = page.getByRole('dialog', { name: /^Make Falmata .* a moderator\?$/ })
    await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(options).toBeFocused()
    const makeCall = '**/api/user/admin/moderator/create'
    await page.route(makeCall, answer(500, {}))
    await options.click()
    await action(page, 'Make Moderator').click()
    await asked.getByRole('button', { name: 'Make Moderator' }).click()
    await expectSnackbar(page, 'Failed to make user a moderator')
    await page.unrouteAll()
    await page.route(makeCall, broken)
    await asked.getByRole('button', { name: 'Make Moderator' }).click()
    await expectSnackbar(page, 'The loom broke')
    await page.unrouteAll()
    await asked.getByRole('button', { name: 'Make Moderator' }).click()
    await expectSnackbar(page, 'Falmata Kachalla is now a moderator')
    await expect(rows(page).first()).toContainText('Moderator')
    await expect(rows(page).first()).toContainText('@falmata.k')
    await expect(options).toBeFocused()
    await page.keyboard.press('Enter')
    await action(page, 'End moderating').click()
    await page.getByRole('dialog').getByRole('button', { name: 'End moderating' }).click()
    await expect(row(page, 'falmata.k')).not.toContainText('Moderator')
    await expect(options).toBeFocused()
  })
})
