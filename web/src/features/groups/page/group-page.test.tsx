import {
  leaveGroup,
  getGroup,
  getMembership,
  joinGroup,
  listGroups,
  listMemberGroups,
} from '@rootsquare/contract/groups'
import { groupFeed } from '@rootsquare/contract/posts'
import { listReports } from '@rootsquare/contract/reports'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, answerLater, callsOf } from '#web/test/fake-server.ts'
import {
  admin,
  answerGroup,
  member,
  moderator,
  newGroup,
  pagesOf,
  reject,
  visitor,
  waja,
} from '#web/test/group-answers.ts'
import { openApp } from '#web/test/open-app.tsx'
import { feedPage, ownPost, samplePost } from '#web/test/posts.ts'
import { button, dialog, expectNotice, existing } from '#web/test/page.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const title = () => screen.findByRole('heading', { level: 1 })
const header = async () => existing((await title()).closest('section'))
const count = (text: string) => screen.findByRole('link', { name: text })
const tabs = async () => {
  const links = within(await screen.findByRole('navigation', { name: 'Group' })).getAllByRole('link')
  return links.map((link) => link.textContent)
}
const joinInHeader = async () => within(await header()).findByRole('button', { name: 'Join Waja' })
const memberTabs = ['Feed', 'About', 'History', 'Culture', 'Art & Craft', 'Diet', 'Festivals', 'Members']

test('a group shows its name, its states and its number of members', async () => {
  answerGroup({ group: { ...waja, users: 0 }, standing: visitor })
  await openApp('/group/7')
  expect(await title()).toHaveTextContent('Waja')
  await waitFor(async () => expect(await header()).toHaveTextContent('Gombe'))
  await count('0 members')
  expect(document.title).toBe('Waja · Rootsquare')
  const about = within(await screen.findByRole('region', { name: 'About' }))
  expect(about.getByText('The Waja people.')).toBeVisible()
  expect(about.getByRole('link')).toHaveAttribute('href', '/group/7/about')
})

test('only members can write in a group', async () => {
  answerGroup({ standing: visitor })
  await openApp('/group/7')
  await screen.findByText('No posts yet')
  expect(screen.getByRole('region', { name: 'Take part' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'New post' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Write the first post' })).toBeNull()
})

test('the button under an empty feed leads to the composer', async () => {
  answerGroup()
  const user = await openApp('/group/7')
  await user.click(await button('Write the first post'))
  const composer = within(screen.getByRole('region', { name: 'New post' }))
  expect(composer.getByRole('textbox')).toHaveFocus()
  expect(composer.getByText(/^Everyone in .+, and anybody with the link$/)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Take part' })).toBeNull()
})

test('a double click joins once', async () => {
  answerGroup({ standing: visitor })
  const release = answerLater(joinGroup, () => ({ joined: true }))
  const user = await openApp('/group/7')
  await user.dblClick(await joinInHeader())
  expect(screen.getAllByRole('button', { name: /^Join/ })).toHaveLength(1)
  answer(getMembership, () => member)
  answer(getGroup, () => ({ ...waja, users: 4 }))
  release()
  await expectNotice('You have joined Waja')
  await count('4 members')
  expect(callsOf(joinGroup)).toHaveLength(1)
})

test('members see neither staff tabs nor Create Group', async () => {
  answerGroup()
  await openApp('/group/7/about')
  expect(await tabs()).toEqual(memberTabs)
  expect(screen.queryByRole('button', { name: 'Create Group' })).toBeNull()
})

test('an admin sees the staff tabs and Create Group', async () => {
  answerGroup({ standing: admin })
  await openApp('/group/7', { roles: ['ADMIN'] })
  expect(await tabs()).toEqual([...memberTabs, 'Proposals', 'Reports', 'Analytics'])
  expect(await button('Create Group')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Marketplace' })).toBeVisible()
})

test('the tab counts the open proposals', async () => {
  answerGroup({ standing: { ...moderator, openProposals: 2 } })
  await openApp('/group/7/about')
  expect(await screen.findByRole('link', { name: /^Proposals\s*2 open proposals$/ })).toBeVisible()
})

test('the reports tab counts open reports and leads to them and back', async () => {
  answerGroup({ standing: moderator })
  answer(listReports, ({ query }) => ({ ...pagesOf([])({ query }), totalElements: 1 }))
  const user = await openApp('/group/7')
  await user.click(await screen.findByRole('link', { name: /^Reports\s*1 open report$/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Reported Posts' })).toBeVisible()
  expect(`${window.location.pathname}${window.location.search}`).toBe('/reported-posts?group=7&state=open')
  await waitFor(() => expect(lastOf(callsOf(listReports))?.query).toMatchObject({ groupId: 7 }))
  await user.click(await screen.findByRole('link', { name: 'Back to the group' }))
  expect(await title()).toHaveTextContent('Waja')
})

test('members cannot open the analytics of a group', async () => {
  answerGroup()
  await openApp('/group/7/analytics')
  expect(await screen.findByRole('heading', { name: 'You cannot open this page' })).toBeVisible()
  expect(screen.getByText('This page is for moderators of the group and admins only.')).toBeVisible()
})

test('Back leads to the list of groups if no list was visited before', async () => {
  answerGroup()
  answer(listGroups, pagesOf([waja]))
  answer(listMemberGroups, pagesOf([waja]))
  const user = await openApp('/group/7/about')
  await user.click(await screen.findByRole('link', { name: 'Back to the groups' }))
  await waitFor(() => expect(window.location.pathname).toBe('/group-list'))
})

test('a group that does not exist leads to the list of groups', async () => {
  answerGroup()
  reject(getGroup, 404, 'No such group')
  await openApp('/group/7')
  expect(await screen.findByRole('heading', { name: 'Group not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'See all groups' })).toHaveAttribute('href', '/group-list')
})

test('an address that is not a number shows that nothing was found', async () => {
  await openApp('/group/hausa')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('shows why a group does not load, and Retry loads it', async () => {
  answerGroup()
  reject(getGroup, 400, 'The loom broke')
  reject(getMembership, 400, 'The loom broke')
  const user = await openApp('/group/7/about')
  expect(await within(screen.getByRole('main')).findByText('The loom broke')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to the groups' })).toBeVisible()
  const notices = within(screen.getByRole('region', { name: 'Notices' }))
  expect(notices.getAllByRole('button', { name: 'Close' })).toHaveLength(1)
  await user.click(await button('Retry'))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Retry' })).toHaveFocus())
  answer(getMembership, () => member)
  const release = answerLater(getGroup, () => waja)
  await user.click(await button('Retry'))
  await screen.findByText('Loading group')
  release()
  await screen.findByRole('heading', { name: 'Waja' })
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Waja' })).toHaveFocus())
})

test('the page can be read without the membership, and Retry loads it', async () => {
  answerGroup()
  reject(getMembership, 400, 'The loom broke')
  const user = await openApp('/group/7')
  await screen.findByText('Whether you have joined could not be loaded.')
  await screen.findByText('No posts yet')
  expect(screen.queryByRole('button', { name: /^(Join|Leave)/ })).toBeNull()
  answer(getMembership, () => visitor)
  await user.click(within(await header()).getByRole('button', { name: 'Retry' }))
  await joinInHeader()
  expect(await title()).toHaveFocus()
})

test('a rejected join shows why and leaves Join', async () => {
  answerGroup({ standing: visitor })
  reject(joinGroup, 500, '')
  const user = await openApp('/group/7/about')
  await user.click(await joinInHeader())
  await expectNotice('An error occurred')
  expect(await joinInHeader()).toHaveFocus()
  reject(joinGroup, 400, 'The loom broke')
  await user.click(await joinInHeader())
  await expectNotice('The loom broke')
})

test('a slow join counts no member before the answer', async () => {
  answerGroup({ standing: visitor })
  const release = answerLater(joinGroup, () => ({ joined: true }))
  const user = await openApp('/group/7/about')
  await user.click(await joinInHeader())
  await waitFor(async () => expect(await joinInHeader()).toHaveAttribute('aria-disabled', 'true'))
  await count('3 members')
  answer(getMembership, () => member)
  answer(getGroup, () => ({ ...waja, users: 4 }))
  release()
  await count('4 members')
  expect(await button('Leave Waja')).toHaveFocus()
})

test('a failed leave keeps its dialog open', async () => {
  answerGroup({ standing: moderator })
  reject(leaveGroup, 500, '')
  const user = await openApp('/group/7/about')
  await user.click(await button('Leave Waja'))
  const question = within(await dialog('Leave Waja?'))
  expect(question.getByText('You moderate this group. That ends when you leave.')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Leave' }))
  await expectNotice('An error occurred')
  expect(await dialog('Leave Waja?')).toBeVisible()
})

test('a group without a state or an About text shows its description', async () => {
  answerGroup({ group: newGroup(7, 'Ham', { otherNames: ['Jaba'], greeting: 'Sannu' }) })
  await openApp('/group/7')
  const about = await screen.findByRole('region', { name: 'About' })
  expect(about).toHaveTextContent('The Ham people.')
  expect(about).toHaveTextContent('Also calledJaba')
  expect(about).toHaveTextContent('A greetingSannu')
})

test('the menu of a post offers Delete only if the viewer may delete it', async () => {
  answerGroup()
  const other = samplePost({ id: 1, lastname: 'Obi' })
  const own = ownPost({ id: 2, lastname: 'Efe' })
  answer(groupFeed, () => feedPage([other, own]))
  const user = await openApp('/group/7')
  await user.click(await button(/^Options for the post by Wálé Obi/))
  expect(await button('Report Post')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete Post' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(await button(/^Options for the post by Ada Efe/))
  expect(await button('Delete Post')).toBeVisible()
})
