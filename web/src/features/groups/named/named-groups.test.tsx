import { listStates } from '@rootsquare/contract/addresses'
import { listGroups } from '@rootsquare/contract/groups'
import { listNamedGroups, moveNamedGroup } from '@rootsquare/contract/named-groups'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { newGroup, pagesOf } from '#web/test/group-answers.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, dialog, notice, pageWith, rejected } from '#web/test/trade-screen.ts'

const igara = { id: 4, name: 'Ìgàrà', members: 3 }
const openPage = () => openApp('/named-groups', { roles: ['ADMIN'] })

test('shows an empty and a failed list of groups to add', async () => {
  answer(listNamedGroups, () => rejected(400, 'The loom broke'))
  const user = await openPage()
  await notice('The loom broke')
  answer(listNamedGroups, () => pageWith([]))
  await user.click(await button('Retry'))
  expect(await screen.findByText(/^There are no groups to add\./)).toBeVisible()
})

test('creates a group with the name that the members gave', async () => {
  answer(listNamedGroups, () => pageWith([igara]))
  answer(listStates, () => [])
  const user = await openPage()
  await user.click(await button('Options for Ìgàrà'))
  await user.click(await button('Create group'))
  const create = await dialog('Create Group')
  expect(await create.findByRole('textbox', { name: 'Name' })).toHaveValue('Ìgàrà')
})

test('moves the members to the group that staff choose, and chooses none itself', async () => {
  answer(listNamedGroups, () => pageWith([igara]))
  const anotherPeople = newGroup(2, 'Another people', { isAnotherPeople: true })
  answer(listGroups, pagesOf([newGroup(90, 'Igara'), anotherPeople]))
  const user = await openPage()
  await user.click(await button('Options for Ìgàrà'))
  await user.click(await button('Move members'))
  const move = await dialog('Move the members of Ìgàrà?')
  expect(move.getByText(/^3 members named/)).toBeVisible()
  const picker = await move.findByRole('combobox', { name: 'Ethnic group' })
  expect(picker).toHaveValue('')
  await user.click(move.getByRole('button', { name: 'Move members' }))
  expect(picker).toHaveAccessibleDescription('Required.')
  expect(move.queryByRole('button', { name: 'My people are not listed' })).toBeNull()
  await user.click(picker)
  expect((await move.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Igara'])
  await user.click(move.getByRole('option', { name: 'Igara' }))
  answer(moveNamedGroup, () => ({ moved: 3 }))
  answer(listNamedGroups, () => pageWith([]))
  await user.click(move.getByRole('button', { name: 'Move members' }))
  await notice('The members have been moved.')
  expect(callsOf(moveNamedGroup)[0]).toMatchObject({ params: { id: 4 }, body: { groupId: 90 } })
  expect(await screen.findByText(/^There are no groups to add\./)).toBeVisible()
})
