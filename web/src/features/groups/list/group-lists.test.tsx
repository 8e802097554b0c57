import {
  getMembership,
  joinGroup,
  listGroupMembers,
  listGroups,
  listMemberGroups,
  makeModerator,
} from '@rootsquare/contract/groups'
import type { Group, GroupMember } from '@rootsquare/contract/groups'
import { followMember } from '@rootsquare/contract/people'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, answerLater, callsOf, Rejection } from '#web/test/fake-server.ts'
import { admin, answerGroup, newGroup, pagesOf, reject } from '#web/test/group-answers.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, dialog, expectNotice } from '#web/test/page.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

/** Includes hidden rows, because checking the visibility of a hundred rows would take seconds. */
const rows = () => within(screen.getByRole('main')).queryAllByRole('listitem', { hidden: true })
const alert = () => within(screen.getByRole('main')).findByRole('alert')
const many = (count: number, firstId: number) =>
  Array.from({ length: count }, (_, at) => newGroup(firstId + at, `Group ${at + 1}`))

function answerLists(all: Group[], joined: Group[] = []): void {
  answer(listGroups, ({ query }) => {
    const name = query.name?.toLowerCase() ?? ''
    const found = all.filter((one) => [one.name, ...one.otherNames].join().toLowerCase().includes(name))
    return pagesOf(found)({ query })
  })
  answer(listMemberGroups, pagesOf(joined))
}

describe('the list of groups', () => {
  const igala = newGroup(1, 'Igala')
  const kilba = newGroup(2, 'Kilba', { otherNames: ['Hoba'], users: 9 })

  test('shows all groups first to a member who has joined none', async () => {
    answerLists([igala, kilba])
    await openApp('/group-list')
    expect(await screen.findByRole('link', { name: 'Joined Groups 0 groups' })).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /^All Groups/ })).toHaveAttribute('aria-current', 'page'),
    )
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Create Group' })).toBeNull()
  })

  test('a group found by another name shows that name', async () => {
    answerLists([igala, kilba])
    const user = await openApp('/group-list?tab=all')
    await user.type(await screen.findByRole('searchbox', { name: 'Search all groups' }), 'hob')
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(rows()[0]).toHaveTextContent('Kilba also: Hoba')
    expect(window.location.search).toBe('?tab=all&q=hob')
  })

  test('all groups can be sorted and show a description and the last activity', async () => {
    const lastPostDate = new Date(Date.now() - 7_200_000).toISOString()
    answerLists([newGroup(2, 'Kilba', { description: 'Of the hills.', users: 9, lastPostDate })])
    const user = await openApp('/group-list?tab=all')
    await waitFor(() => expect(rows()[0]).toHaveTextContent('KilbaOf the hills.9 members · Last post 2h'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Most active')
    await waitFor(() => expect(lastOf(callsOf(listGroups))?.query.sort).toBe('active'))
    expect(window.location.search).toBe('?tab=all&sort=active')
  })

  test('joined groups can be sorted too', async () => {
    const posted = (minute: number) => ({
      lastPostDate: new Date(Date.UTC(2026, 10, 1, 9, minute)).toISOString(),
    })
    const nupe = newGroup(3, 'Nupe', { users: 5, ...posted(1) })
    answerLists(
      [],
      [newGroup(1, 'Igala', { users: 1 }), newGroup(2, 'Kilba', { users: 9, ...posted(0) }), nupe],
    )
    const user = await openApp('/group-list?tab=joined')
    const names = () => rows().map(({ textContent }) => textContent?.match(/Igala|Kilba|Nupe/)?.[0])
    await waitFor(() => expect(names()).toEqual(['Igala', 'Kilba', 'Nupe']))
    const sort = screen.getByRole('combobox', { name: 'Sort' })
    await user.selectOptions(sort, 'Most members')
    await waitFor(() => expect(names()).toEqual(['Kilba', 'Nupe', 'Igala']))
    await user.selectOptions(sort, 'Most active')
    await waitFor(() => expect(names()).toEqual(['Nupe', 'Kilba', 'Igala']))
    expect(window.location.search).toBe('?tab=joined&sort=active')
  })

  test('/groups leads to the list of groups', async () => {
    answerLists([igala])
    await openApp('/groups')
    await waitFor(() => expect(window.location.pathname).toBe('/group-list'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  })

  test('a rejected join shows why and counts no member', async () => {
    answerLists([kilba])
    reject(joinGroup, 500, '')
    const user = await openApp('/group-list?tab=all')
    await user.click(await button('Join Kilba'))
    await expectNotice('An error occurred')
    expect(await button('Join Kilba')).toHaveFocus()
    expect(rows()[0]).toHaveTextContent('9 members')
    reject(joinGroup, 429, 'Too many at once.')
    await user.click(await button('Join Kilba'))
    await expectNotice('Too many at once.')
    expect(await button('Join Kilba')).toBeVisible()
  })

  test('a row shows Joined and counts the member before the answer', async () => {
    answerLists([kilba])
    const release = answerLater(joinGroup, () => ({ joined: true }))
    const user = await openApp('/group-list?tab=all')
    await user.click(await button('Join Kilba'))
    expect(await button('Joined Kilba')).toHaveFocus()
    expect(rows()[0]).toHaveTextContent('10 members')
    const joined = { ...kilba, users: 10 }
    answerLists([joined], [joined])
    release()
    await expectNotice('You have joined Kilba')
    await screen.findByRole('link', { name: 'Joined Groups 1 group' })
    expect(await button('Joined Kilba')).toHaveFocus()
    expect(rows()[0]).toHaveTextContent('10 members')
  })

  test('loads all groups a hundred at a time', async () => {
    answerLists(many(101, 1000))
    const user = await openApp('/group-list?tab=all')
    const more = await screen.findByText('Load more')
    expect(callsOf(listGroups).map(({ query }) => [query.page, query.size])).toEqual([[0, 100]])
    await user.click(more)
    await waitFor(() => expect(rows()).toHaveLength(101))
    expect(callsOf(listGroups).map(({ query }) => query.page)).toEqual([0, 1])
  })

  test('loads all joined groups and searches them without a call', async () => {
    answerLists([igala])
    const joined = pagesOf(many(5, 5000))
    answer(listMemberGroups, ({ query }) => joined({ query: { ...query, size: 2 } }))
    const user = await openApp('/group-list?tab=joined')
    await screen.findByRole('link', { name: 'Joined Groups 5 groups' })
    await waitFor(() => expect(rows()).toHaveLength(5))
    await user.type(await screen.findByRole('searchbox', { name: 'Search joined groups' }), 'group 4')
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(callsOf(listMemberGroups)).toHaveLength(3)
  })

  test('no row shows Join until the joined groups are known', async () => {
    answerLists([igala, kilba])
    reject(listMemberGroups, 429, 'Too many at once.')
    const user = await openApp('/group-list?tab=all')
    const unknown = await screen.findByText('Which of these you have joined could not be loaded.')
    expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
    answer(listMemberGroups, pagesOf([igala]))
    await user.click(await button('Retry'))
    expect(await button('Join Kilba')).toBeVisible()
    expect(unknown).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(screen.getByText('Joined')).toBeVisible()
  })

  test('shows why lists do not load', async () => {
    reject(listGroups, 429, 'Too many at once.')
    reject(listMemberGroups, 403, 'Not now.')
    const user = await openApp('/group-list')
    expect(await alert()).toHaveTextContent('Not now.')
    await user.click(await screen.findByRole('link', { name: /^All Groups/ }))
    await screen.findByRole('searchbox', { name: 'Search all groups' })
    expect(await alert()).toHaveTextContent('Too many at once.')
    answerLists([igala])
    await user.click(await button('Retry'))
    await waitFor(() => expect(rows()).toHaveLength(1))
  })

  test('each list says that there are no groups', async () => {
    answerLists([])
    reject(listMemberGroups, 429, 'Too many at once.')
    const user = await openApp('/group-list?tab=joined')
    expect(await alert()).toHaveTextContent('Too many at once.')
    answerLists([])
    await user.click(await button('Retry'))
    expect(await screen.findByText('You have not joined a group yet.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await user.click(screen.getByRole('link', { name: 'See all groups' }))
    expect(await screen.findByText('No groups available')).toBeVisible()
    expect(window.location.search).toBe('?tab=all')
  })

  test('a search without a match leads to all groups', async () => {
    answerLists([igala, kilba], [igala])
    const user = await openApp('/group-list?tab=joined')
    await user.type(await screen.findByRole('searchbox', { name: 'Search joined groups' }), 'nobody')
    expect(await screen.findByText('No matching groups found')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Search all groups' }))
    const search = await screen.findByRole('searchbox', { name: 'Search all groups' })
    expect(search).toHaveValue('nobody')
    await waitFor(() => expect(screen.getByRole('link', { name: /^All Groups/ })).toHaveFocus())
    await user.click(await button('Show all groups'))
    expect(search).toHaveFocus()
    await waitFor(() => expect(rows()).toHaveLength(2))
  })
})

describe('the members of a group', () => {
  const entry = (id: number, isModerator = false): GroupMember => ({
    id,
    username: `member_${id}`,
    firstname: 'Ada',
    lastname: `Obi ${id}`,
    profileImage: null,
    isFollowedByUser: false,
    isModerator,
  })
  const members = Array.from({ length: 25 }, (_, at) => entry(100 + at, at === 0))

  test('loads members twenty at a time', async () => {
    answerGroup()
    answer(listGroupMembers, pagesOf(members))
    const user = await openApp('/group/7/members')
    await waitFor(() => expect(rows()).toHaveLength(20))
    expect(callsOf(listGroupMembers)[0]?.query.size).toBe(20)
    await user.click(await button('Load more'))
    await waitFor(() => expect(rows()).toHaveLength(25))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test('marks moderators and offers members no options', async () => {
    answerGroup()
    answer(listGroupMembers, pagesOf(members))
    await openApp('/group/7/members')
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Ada Obi 100@member_100Moderator'))
    expect(screen.getAllByText('Moderator')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Options for / })).toBeNull()
  })

  test('a search without a match says so', async () => {
    answerGroup()
    answer(listGroupMembers, ({ query }) => pagesOf(query.q === undefined ? members : [])({ query }))
    const user = await openApp('/group/7/members')
    await user.type(await screen.findByRole('searchbox', { name: 'Search members' }), 'nobody')
    expect(await screen.findByText('No member of this name')).toBeVisible()
  })

  test('shows why members do not load, and Retry loads them', async () => {
    answerGroup()
    reject(listGroupMembers, 400, 'The loom broke')
    const user = await openApp('/group/7/members')
    expect(await within(await screen.findByRole('main')).findByText('The loom broke')).toBeVisible()
    answer(listGroupMembers, pagesOf(members))
    await user.click(await button('Retry'))
    await waitFor(() => expect(rows()).toHaveLength(20))
  })

  test('a member can be followed from the list', async () => {
    answerGroup()
    answer(listGroupMembers, pagesOf(members.slice(0, 1)))
    answer(followMember, () => ({ following: true }))
    const user = await openApp('/group/7/members')
    await user.click(await button('Follow Ada Obi 100'))
    await user.click(within(await dialog('Follow Ada Obi 100?')).getByRole('button', { name: 'Follow' }))
    expect(await button('Unfollow Ada Obi 100')).toHaveFocus()
    expect(screen.getByRole('link', { name: /Ada Obi 100/ })).toHaveAttribute('href', '/u/member_100')
  })

  test('a rejected appointment shows why and keeps its dialog', async () => {
    answerGroup({ standing: admin })
    answer(listGroupMembers, pagesOf(members))
    reject(makeModerator, 500, '')
    const user = await openApp('/group/7/members', { roles: ['ADMIN'] })
    await user.click(await button('Options for Ada Obi 101'))
    await user.click(await button('Make Moderator'))
    const question = within(await dialog('Make Ada Obi 101 a moderator?'))
    await user.click(question.getByRole('button', { name: 'Make Moderator' }))
    await expectNotice('Failed to make user a moderator')
    reject(makeModerator, 400, 'The loom broke')
    await user.click(question.getByRole('button', { name: 'Make Moderator' }))
    await expectNotice('The loom broke')
    expect(callsOf(getMembership).length).toBeGreaterThan(1)
  })
})

describe('the map of groups', () => {
  const states = () => screen.findByRole('listbox', { name: 'States of Nigeria' })
  const state = async (name: string | RegExp) => within(await states()).findByRole('option', { name })
  const groups = [
    ...Array.from({ length: 107 }, (_, at) => newGroup(100 + at, `People ${at}`, { stateCodes: ['NG-LA'] })),
    newGroup(300, 'Everywhere'),
    newGroup(301, 'Nowhere', { stateCodes: ['NG-XX'] }),
  ]

  test('a failed page can be loaded again, also the second one', async () => {
    let failing = 0
    answer(listGroups, ({ query }) => {
      if (query.page === failing) throw new Rejection(403, 'The loom is taken')
      return pagesOf(groups)({ query })
    })
    const user = await openApp('/group-map')
    const main = within(await screen.findByRole('main'))
    expect(await main.findByText('The loom is taken')).toBeVisible()
    failing = 1
    await user.click(await button('Retry'))
    await waitFor(() => expect(lastOf(callsOf(listGroups))?.query.page).toBe(1))
    expect(await main.findByText('The loom is taken')).toBeVisible()
    failing = -1
    await user.click(await button('Retry'))
    expect(await state('Lagos, 107 groups')).toBeInTheDocument()
  })

  test('each state shows its number of groups', async () => {
    answerLists(groups)
    const user = await openApp('/group-map')
    expect(within(await states()).getAllByRole('option')).toHaveLength(37)
    expect(await state('Lagos, 107 groups')).toBeInTheDocument()
    expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent('No groups')
    await user.click(await state('Ogun, 0 groups'))
    expect(await screen.findByText('No group of this state is here yet.')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'List' }))
    expect(await button('Lagos 107 groups')).toHaveAttribute('aria-expanded', 'false')
    expect(await button('Ogun 0 groups')).toHaveAttribute('aria-expanded', 'true')
  })

  test('groups without a state on the map are listed below', async () => {
    answerLists(groups)
    await openApp('/group-map')
    const name = 'Also on Rootsquare: 2 groups without a state on the map'
    const rest = within(await screen.findByRole('region', { name }))
    expect(rest.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Everywhere3 members',
      'Nowhere3 members',
    ])
  })

  test('an address with an unknown state chooses none', async () => {
    answerLists(groups)
    await openApp('/group-map?state=NG-XX')
    expect(within(await states()).queryByRole('option', { selected: true })).toBeNull()
  })

  test('a state is opened by its address and closed in the list', async () => {
    answerLists([newGroup(1, 'Awori', { stateCodes: ['NG-LA'] })])
    const user = await openApp('/group-map?state=NG-LA')
    expect(await screen.findByRole('heading', { level: 2, name: 'Lagos' })).toBeVisible()
    expect(await state('Lagos, 1 group')).toHaveAttribute('aria-selected', 'true')
    await user.click(screen.getByRole('link', { name: 'List' }))
    await user.click(await button('Lagos 1 group'))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Groups in Lagos' })).toBeNull())
    expect(window.location.search).toBe('?view=list')
  })
})
