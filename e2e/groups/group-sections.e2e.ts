import { expect, expectAccessibleState } from '../support/fixtures.ts'
import {
  endOffice,
  inWords,
  moderatorOf,
  onSection,
  openGroup,
  written,
  visit,
  write,
} from '../support/in-sections.ts'
import { dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { as } from '../support/on-posts.ts'
import { answer, expectAccessibleScreen, pastTheEdge, test } from '../support/visit.ts'

const writeCall = '**/api/groups/*/page/create'
const about = {
  detail: 'A people of weavers.',
  description:
    'Looms stand in every yard.\nMost of them are old.\n\nSee https://example.org/looms, <b>no</b> tags.',
}

test('a section is laid out for reading, and a plain member can only propose', async ({ page, server }) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'Art & Craft', about)
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, await as(server, 'osaze.e'), `/group/${group.id}/diet`)
  const { section: diet, button } = onSection(page, 'Diet')
  await expect(diet.getByText('Nothing is written here yet.')).toBeVisible()
  await button('Join to propose a text').click()
  await expectSnackbar(page, `You have joined ${group.name}`)
  await expect(button('Propose a text')).toBeFocused()
  await button('Propose a text').click()
  await expect(inWords(page, 'Propose a text for Diet').lead).toBeFocused()
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await expect(button('Propose a text')).toBeFocused()

  await page.getByRole('navigation', { name: 'Group' }).getByRole('link', { name: 'Art & Craft' }).click()
  const { section, edit, history, propose } = onSection(page, 'Art & Craft')
  await expect(section.getByRole('heading', { level: 2, name: 'Art & Craft' })).toBeVisible()
  await expect(section.getByText('A people of weavers.')).toBeVisible()
  await expect(section.getByRole('paragraph').filter({ hasText: 'Most of them' })).toContainText(
    'Looms stand in every yard.\nMost of them are old.',
  )
  await expect(section.getByRole('paragraph').filter({ hasText: 'See' })).toHaveText(
    'See https://example.org/looms, <b>no</b> tags.',
  )
  const first = section.getByRole('paragraph').filter({ hasText: 'Most of them' })
  const copied = await first.evaluate((paragraph) => {
    getSelection()?.selectAllChildren(paragraph)
    return String(getSelection())
  })
  expect(copied).toBe('Looms stand in every yard.\nMost of them are old.')
  const link = section.getByRole('link', { name: 'https://example.org/looms', exact: true })
  await expect(link).toHaveAttribute('href', 'https://example.org/looms')
  await expect(section.getByText(/^Updated \d+ \w+ \d{4}$/)).toBeVisible()
  await expect(propose).toBeVisible()
  await expect(edit).toHaveCount(0)
  await expect(history).toHaveCount(0)
  await expectAccessibleScreen(page)
})

test('a moderator edits, sees who wrote what, and brings a version back', async ({ page, server }) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'About', about)
  await page.setViewportSize({ width: 1280, height: 800 })
  const moderator = await moderatorOf(server, group, 'karo.efe')
  await page.route('**/api/groups/page/*', answer(403, { error: ['Not for now'], message: '' }))
  await page.route('**/page/About/history*', answer(403, { error: ['No history now'], message: '' }))
  await visit(page, moderator, `/group/${group.id}/about`)
  const trouble = page.getByRole('main').getByRole('alert')
  await expect(trouble).toContainText('Not for now')
  await page.unroute('**/api/groups/page/*')
  await trouble.getByRole('button', { name: 'Retry' }).click()
  const { section, edit, history } = onSection(page, 'About')
  await expect(section).toContainText('A people of weavers.')
  await history.click()
  const past = dialog(page, 'History of About')
  await expect(past.getByRole('alert')).toContainText('No history now')
  await page.unrouteAll()
  await past.getByRole('button', { name: 'Retry' }).click()
  await expect(past.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(history).toBeFocused()

  await edit.click()
  const { form, lead, text, button } = inWords(page, 'Edit About')
  await expect(text).toHaveValue(about.description)
  await expectAccessibleState(page)
  await lead.fill('x'.repeat(301))
  await button('Save').click()
  await expect(form.getByText('Maximum 300 characters allowed')).toBeVisible()
  await expect(lead).toBeFocused()
  await lead.fill('A people of potters.')
  await button('Save').click()
  await expectSnackbar(page, 'Saved')
  await expect(form).toHaveCount(0)
  await expect(section).toContainText('A people of potters.')

  await history.click()
  const versions = dialog(page, 'History of About').getByRole('listitem')
  await expect(versions).toHaveCount(2)
  await expect(versions.first()).toContainText('@karo.efe')
  await expect(versions.first()).toContainText('Stands now')
  await expect(versions.last()).toContainText('@ene.ochigbo')
  await versions.first().getByRole('button').click()
  await expect(versions.first().getByRole('insertion').filter({ hasText: 'potters' })).toBeVisible()
  await expect(versions.first().getByRole('deletion').filter({ hasText: 'weavers' })).toBeVisible()
  await expect(versions.first().getByRole('button', { name: 'Restore this version' })).toHaveCount(0)
  await versions.last().getByRole('button').click()
  await expectAccessibleState(page)
  await versions.last().getByRole('button', { name: 'Restore this version' }).click()
  await dialog(page, 'Restore this version?').getByRole('button', { name: 'Restore' }).click()
  await expectSnackbar(page, 'Version restored')
  await expect(versions).toHaveCount(3)
  await expect(versions.first()).toContainText(/@karo\.efe.*Restored the version of/)
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await expect(section).toContainText('A people of weavers.')
  expect(await written(group, 'About')).toEqual(about)
})

test('a version written anew shows old and new words, and no mark', async ({ page, server }) => {
  const group = await openGroup(server)
  const anew = {
    detail: about.detail,
    description: 'Clay comes from the river, and fire does the rest. '.repeat(4),
  }
  const moderator = await moderatorOf(server, group, 'karo.efe')
  await write(group.admin, group, 'About', about)
  await write(group.admin, group, 'About', anew)
  await visit(page, moderator, `/group/${group.id}/about`)
  const { edit, history, propose } = onSection(page, 'About')
  await history.click()
  const versions = dialog(page, 'History of About').getByRole('listitem')
  await versions.first().getByRole('button').click()
  await expect(versions.first()).toContainText(/the old words\s*Looms.*the new words\s*Clay/s)
  await expect(versions.first().getByRole('insertion')).toHaveCount(0)
  await expectAccessibleState(page)
  // Whoever moderates no more meanwhile is led back to what a member may.
  await versions.last().getByRole('button').click()
  await versions.last().getByRole('button', { name: 'Restore this version' }).click()
  await endOffice(group, moderator)
  await dialog(page, 'Restore this version?').getByRole('button', { name: 'Restore' }).click()
  await expect(propose).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(edit).toHaveCount(0)
})

test('when somebody else was faster, nothing typed is lost', async ({ page, server }) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'Culture', about)
  await visit(page, await moderatorOf(server, group, 'karo.efe'), `/group/${group.id}/culture`)
  const { edit, section } = onSection(page, 'Culture')
  const { form, text, theirs, button } = inWords(page, 'Edit Culture')
  await edit.click()
  await text.fill('My own words')
  await write(group.admin, group, 'Culture', { detail: '', description: 'Their words' })
  await button('Save').click()
  await expectSnackbar(page, 'Somebody has changed this section since you opened it.')
  await expect(theirs).toContainText('Their words')
  await expect(text).toHaveValue('My own words')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await pastTheEdge(page)).toEqual([])
  // Again meanwhile: it is never written over unseen.
  await write(group.admin, group, 'Culture', { detail: '', description: 'Their newer words' })
  await button('Use mine').click()
  await expect(theirs).toContainText('Their newer words')
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await edit.click()
  await expect(text).toHaveValue('My own words')
  await expect(theirs).toContainText('Their newer words')
  await button('Use mine').click()
  await expect(form).toHaveCount(0)
  await expect(section).toContainText('My own words')

  await edit.click()
  await text.fill('Not so good')
  await write(group.admin, group, 'Culture', { detail: '', description: 'Better words' })
  await button('Save').click()
  await button('Take theirs').click()
  await expect(text).toHaveValue('Better words')
  await expect(text.or(form.getByLabel('Lead')).and(page.locator(':focus'))).toHaveCount(1)
  await button('Save').click()
  await expect(form).toHaveCount(0)
  expect(await written(group, 'Culture')).toEqual({ detail: '', description: 'Better words' })
})

test('a section is edited and restored by keyboard alone', async ({ page, server }) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'Festivals', { detail: 'Old lead', description: '' })
  await visit(page, await moderatorOf(server, group, 'karo.efe'), `/group/${group.id}/festivals`)
  const feasts = onSection(page, 'Festivals')
  const tabTo = async (target: typeof feasts.edit) => {
    for (let at = 0; at < 60 && !(await target.evaluate((it) => it === document.activeElement)); at += 1)
      await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  await expect(feasts.edit).toBeVisible()
  await tabTo(feasts.edit)
  await page.keyboard.press('Enter')
  const words = inWords(page, 'Edit Festivals')
  await expect(words.lead).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' and new')
  await tabTo(words.button('Save'))
  await page.keyboard.press('Enter')
  await expect(feasts.section).toContainText('Old lead and new')
  await expect(feasts.edit).toBeFocused()
  await tabTo(feasts.history)
  await page.keyboard.press('Enter')
  const versions = dialog(page, 'History of Festivals').getByRole('listitem')
  await tabTo(versions.last().getByRole('button').first())
  await page.keyboard.press('Enter')
  await tabTo(versions.last().getByRole('button', { name: 'Restore this version' }))
  await page.keyboard.press('Enter')
  const question = dialog(page, 'Restore this version?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await tabTo(question.getByRole('button', { name: 'Restore', exact: true }))
  await page.keyboard.press('Enter')
  await expect(versions).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(feasts.history).toBeFocused()
  await expect(feasts.section.getByText('Old lead', { exact: true })).toBeVisible()
})

test('a draft outlives Esc, Back, a reload and a failure, until it is saved', async ({ page, server }) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'History', about)
  await visit(page, await moderatorOf(server, group, 'karo.efe'), `/group/${group.id}/history`)
  const { edit } = onSection(page, 'History')
  const { form, lead, text, button } = inWords(page, 'Edit History')
  await edit.click()
  await lead.fill('Half a sent')
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack(), () => page.reload()]) {
    await close()
    await expect(form).toHaveCount(0)
    await edit.click()
    await expect(lead).toHaveValue('Half a sent')
    await expect(form.getByText('Draft restored')).toBeVisible()
  }
  await page.route(writeCall, answer(500, { error: ['It broke'], message: '' }))
  await button('Save').click()
  await expectSnackbar(page, 'It broke')
  await expect(lead).toHaveValue('Half a sent')
  await page.unrouteAll()
  await button('Discard draft').click()
  await expect(lead).toHaveValue(about.detail)
  await expect(lead).toBeFocused()
  await text.fill('Whole')
  await button('Save').click()
  await expect(form).toHaveCount(0)
  await edit.click()
  await expect(text).toHaveValue('Whole')
  await expect(form.getByText('Draft restored')).toHaveCount(0)
})

test('a moderator is invited to write where nothing is written', async ({ page, server }) => {
  const group = await openGroup(server)
  await visit(page, await moderatorOf(server, group, 'karo.efe'), `/group/${group.id}/diet`)
  const { section: diet, button } = onSection(page, 'Diet')
  await button('Write it').click()
  await expect(button('History')).toHaveCount(0)
  const { text, button: inForm } = inWords(page, 'Edit Diet')
  await text.fill('Yam, on most days.')
  await inForm('Save').click()
  await expectSnackbar(page, 'Saved')
  await expect(diet).toContainText('Yam, on most days.')
  await expect(button('Edit')).toBeFocused()
})
