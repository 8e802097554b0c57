import { getProfile } from '@rootsquare/contract/profiles'
import { banUser, suspendUser } from '@rootsquare/contract/moderation'
import { deleteItem } from '@rootsquare/contract/trade/market'
import { deletePost, getPost } from '@rootsquare/contract/posts'
import { pageOf } from '@rootsquare/contract/lib/paged'
import { listReports, resolveReport, type ReportRecord } from '@rootsquare/contract/reports'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, callsOf, Rejection } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, dialog, expectClosed, expectNotice, textsOf } from '#web/test/page.ts'
import { samplePost } from '#web/test/posts.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const date = '2026-03-03T10:05:00.000Z'

function reportOf(id: number, reason: string, rest: Partial<ReportRecord> = {}): ReportRecord {
  return {
    id,
    targetType: 'post',
    targetId: 50,
    postId: 50,
    userId: 7,
    username: 'seller',
    reporterId: 8,
    createdBy: 'witness',
    reporterEmail: 'witness@example.com',
    reporterProfileImage: null,
    reason,
    addressed: false,
    createdDate: date,
    groupId: null,
    groupName: null,
    snapshot: { caption: 'Cheap gold', location: null, media: [], username: 'seller' },
    userStatus: 'ACTIVE',
    suspendedUntil: null,
    addressedBy: null,
    addressedDate: null,
    can: { resolve: true, remove: true, suspend: true, ban: true },
    ...rest,
  }
}

const post = samplePost({ id: 50, userId: 7, userName: 'seller', caption: 'Cheap gold', createdDate: date })

async function row(reason: string): Promise<HTMLElement> {
  const cell = await within(await screen.findByRole('table')).findByText(reason)
  const found = cell.closest('tr')
  if (found === null) throw new Error(`${reason} is in no row`)
  return found
}

function answerReports(...reports: ReportRecord[]): void {
  answer(listReports, ({ query }) => pageOf(reports, reports.length, query))
}

function openReports(search = ''): Promise<UserEvent> {
  return openApp(`/reported-posts${search}`, { roles: ['ADMIN'] })
}

async function openMenu(user: UserEvent, reason: string): Promise<HTMLElement> {
  await user.click(within(await row(reason)).getByRole('button', { name: /^Options for / }))
  return dialog(/^Options for /)
}

async function choose(user: UserEvent, reason: string, action: string): Promise<void> {
  await user.click(within(await openMenu(user, reason)).getByRole('button', { name: action }))
}

async function view(user: UserEvent, reason: string): Promise<HTMLElement> {
  await user.click(within(await row(reason)).getByRole('button', { name: /^View / }))
  return dialog(/^Reported: /)
}

beforeEach(() => {
  answer(getPost, () => post)
  answerReports(reportOf(1, 'Not theirs'))
})

test('shows who reported whom, why and when', async () => {
  await openReports()
  const cells = within(await row('Not theirs')).getAllByRole('cell')
  expect(textsOf(screen.getAllByRole('columnheader'))).toEqual([
    'Post Creator',
    'Reported by',
    'Reason',
    'Status',
    'Date Reported',
    'View Post',
    'Actions',
  ])
  expect(textsOf(cells)).toEqual([
    '@witness',
    'Not theirs',
    'Pending',
    '3 Mar 2026, 11:05',
    'View Post reported: @seller',
    '',
  ])
})

test('shows the reason, the post and the reporter in the dialog', async () => {
  const user = await openReports()
  const details = await view(user, 'Not theirs')
  expect(details).toHaveAccessibleName('Reported: Post by @seller')
  expect(details).toHaveTextContent('Not theirs')
  await within(details).findByText('Cheap gold')
  const definitions = within(details).getAllByRole('definition')
  expect(textsOf(definitions)).toEqual(['@witness', '8', 'witness@example.com'])
  expect(within(details).getByRole('link', { name: 'Open the post' })).toHaveAttribute('href', '/post/50')
})

test('marks a resolved report as addressed and still offers the other actions', async () => {
  const user = await openReports()
  await row('Not theirs')
  const addressed = reportOf(1, 'Not theirs', { addressed: true })
  answer(resolveReport, () => addressed)
  answerReports(addressed)
  await choose(user, 'Not theirs', 'Resolve Report')
  await expectNotice('The report is resolved. Its reporter has been told.')
  expect(await row('Not theirs')).toHaveTextContent('Addressed')
  const menu = await openMenu(user, 'Not theirs')
  expect(textsOf(within(menu).getAllByRole('button'))).toEqual(['Remove Post', 'Suspend User', 'Ban User'])
})

test('shows that a report cannot be resolved', async () => {
  answer(resolveReport, () => Promise.reject(new Rejection(500, '')))
  const user = await openReports()
  await choose(user, 'Not theirs', 'Resolve Report')
  await expectNotice('Failed to resolve post')
  expect(await row('Not theirs')).toHaveTextContent('Pending')
})

test('resolves reports independently and focuses the next row', async () => {
  const all = [3, 2, 1].map((id) => reportOf(id, `Complaint ${id}`))
  answerReports(...all)
  const slow = Promise.withResolvers<void>()
  answer(resolveReport, async ({ params }) => {
    await slow.promise
    answerReports(...all.filter(({ id }) => id === 1))
    return reportOf(params.id, `Complaint ${params.id}`, { addressed: true })
  })
  const user = await openReports('?state=open')
  for (const id of [3, 2]) {
    await choose(user, `Complaint ${id}`, 'Resolve Report')
    expect(await row(`Complaint ${id}`)).toHaveTextContent('Resolving…')
  }
  slow.resolve()
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  await waitFor(async () =>
    expect(within(await row('Complaint 1')).getByRole('button', { name: /^View / })).toHaveFocus(),
  )
})

test('sends filters, writes them into the URL and removes them', async () => {
  answer(listReports, ({ query }) => pageOf([reportOf(1, 'Not theirs')], 6, query))
  const user = await openReports('?creator=7&reporter=8&kind=post&state=open&page=1&size=5')
  await waitFor(() =>
    expect(callsOf(listReports).map(({ query }) => query)).toContainEqual({
      userId: 7,
      postReporter: 8,
      targetType: 'post',
      state: 'open',
      page: 1,
      size: 5,
    }),
  )
  await user.click(await button('Remove filter: Post creator: @seller'))
  await waitFor(() => expect(window.location.search).toBe('?reporter=8&state=open&kind=post&size=5'))
  expect(await button('Remove filter: Reporter: @witness')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Status'), 'Addressed')
  await user.selectOptions(screen.getByLabelText('Kind'), 'Comments')
  await waitFor(() => expect(window.location.search).toBe('?reporter=8&state=addressed&kind=comment&size=5'))
  answerReports()
  await user.click(await button('Clear All Filters'))
  await waitFor(() => expect(window.location.search).toBe('?state=open&size=5'))
  expect(await within(screen.getByRole('main')).findByText('No reported posts found')).toBeVisible()
})

test.each(['', '?group=3'])('shows pending reports%s first, and all on request', async (search) => {
  const user = await openReports(search)
  await row('Not theirs')
  expect(new URLSearchParams(window.location.search).get('state')).toBe('open')
  expect(callsOf(listReports).map(({ query }) => query.state)).toEqual(['open'])
  await user.selectOptions(screen.getByLabelText('Status'), 'All')
  await waitFor(() => expect(lastOf(callsOf(listReports))?.query.state).toBeUndefined())
  expect(new URLSearchParams(window.location.search).get('state')).toBe('all')
})

test('removes a reported post with a reason and resolves its report', async () => {
  const user = await openReports()
  const details = await view(user, 'Not theirs')
  await user.click(within(details).getByRole('button', { name: 'Remove Post' }))
  const form = await dialog('Remove Post')
  await user.click(within(form).getByRole('button', { name: 'Remove Post' }))
  await within(form).findByText('Reason is required')
  await user.type(within(form).getByLabelText('Reason'), 'Stolen goods')
  answer(deletePost, () => null)
  answer(resolveReport, () => reportOf(1, 'Not theirs', { addressed: true }))
  answerReports()
  await user.click(within(form).getByRole('button', { name: 'Remove Post' }))
  await expectNotice('The post is removed. The report is resolved.')
  await expectClosed()
  expect(callsOf(deletePost)).toMatchObject([{ params: { id: 50 }, query: { reason: 'Stolen goods' } }])
  expect(callsOf(resolveReport)).toHaveLength(1)
})

test('can leave the report of a deleted item open', async () => {
  answerReports(reportOf(1, 'Fake', { targetType: 'item', targetId: 9, postId: null }))
  answer(deleteItem, () => Promise.reject(new Rejection(404, 'No such item.')))
  const user = await openReports()
  await choose(user, 'Fake', 'Remove Item')
  const form = await dialog('Remove Item')
  await user.type(within(form).getByLabelText('Reason'), 'Fake brand')
  await user.click(within(form).getByLabelText('Resolve the report too'))
  await user.click(within(form).getByRole('button', { name: 'Remove Item' }))
  await expectNotice('The item is removed.')
  expect(callsOf(resolveReport)).toEqual([])
})

test('filters by the creator or the reporter from the dialog', async () => {
  const user = await openReports()
  await view(user, 'Not theirs')
  await user.click(await button('Filter by this creator'))
  await waitFor(() => expect(window.location.search).toBe('?creator=7&state=open'))
  await expectClosed()
  await view(user, 'Not theirs')
  await user.click(await button('Filter by this reporter'))
  await waitFor(() => expect(window.location.search).toBe('?reporter=8&creator=7&state=open'))
})

test('loads the name of a filtered member who is in no row', async () => {
  answerReports()
  answer(getProfile, () => Promise.reject(new Rejection(404, 'User not found')))
  await openReports('?creator=9')
  expect(await button('Remove filter: Post creator: member 9')).toBeVisible()
})

test('sends a search without the @ once typing pauses', async () => {
  const user = await openReports()
  await user.type(await screen.findByRole('searchbox', { name: 'Search reports' }), '@seller')
  await waitFor(() => expect(lastOf(callsOf(listReports))?.query.search).toBe('seller'))
  expect(window.location.search).toBe('?state=open&search=%40seller')
})

test('requires a reason of at most 200 characters for a suspension', async () => {
  const user = await openReports()
  await choose(user, 'Not theirs', 'Suspend User')
  const form = await dialog('Suspend @seller?')
  expect(
    within(form)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  ).toEqual(['24 Hours', '3 Days', '7 Days', '14 Days', '30 Days'])
  expect(within(form).getByLabelText('24 Hours')).toBeChecked()
  await user.click(within(form).getByRole('button', { name: 'Suspend' }))
  await within(form).findByText('Please provide a reason for suspension')
  await user.click(within(form).getByLabelText('Reason'))
  await user.paste('x'.repeat(201))
  await within(form).findByText('201 / 200')
  await user.click(within(form).getByRole('button', { name: 'Suspend' }))
  expect(callsOf(suspendUser)).toEqual([])
})

test('restores reason and days of a failed suspension', async () => {
  answer(suspendUser, () => Promise.reject(new Rejection(500, '')))
  const user = await openReports()
  await choose(user, 'Not theirs', 'Suspend User')
  const form = await dialog('Suspend @seller?')
  await user.type(within(form).getByLabelText('Reason'), 'After two warnings')
  await user.click(within(form).getByLabelText('7 Days'))
  await user.click(within(form).getByRole('button', { name: 'Suspend' }))
  expect(await within(form).findByRole('alert')).toHaveTextContent('Failed to suspend user')
  await user.keyboard('{Escape}')
  await expectClosed()
  await choose(user, 'Not theirs', 'Suspend User')
  const again = await dialog('Suspend @seller?')
  expect(within(again).getByLabelText('Reason')).toHaveValue('After two warnings')
  expect(within(again).getByLabelText('7 Days')).toBeChecked()
})

test('marks all reports on a suspended member as addressed', async () => {
  answerReports(reportOf(1, 'Insults us'), reportOf(2, 'Insults everybody', { targetType: 'user' }))
  answer(suspendUser, () => null)
  const user = await openReports()
  await choose(user, 'Insults us', 'Suspend User')
  const form = await dialog('Suspend @seller?')
  await user.type(within(form).getByLabelText('Reason'), ' Insults ')
  // The reload gets no reply, so this shows that the rows change before it.
  answer(listReports, () => new Promise<never>(() => {}))
  await user.click(within(form).getByRole('button', { name: 'Suspend' }))
  await expectNotice('User has been suspended')
  for (const reason of ['Insults us', 'Insults everybody'])
    expect(await row(reason)).toHaveTextContent('Addressed')
  expect(callsOf(suspendUser)[0]?.query).toEqual({ userId: 7, days: 1, reasonForSuspension: 'Insults' })
})

test('sets a new term for a suspended member', async () => {
  answerReports(reportOf(1, 'Shouts', { suspendedUntil: '2030-03-03T10:05:00.000Z' }))
  const user = await openReports()
  await choose(user, 'Shouts', 'Suspend User')
  const form = await dialog('Suspend @seller?')
  expect(within(form).getByText(/^Already suspended/)).toHaveTextContent(
    'Already suspended until 3 March 2030 at 11:05; this replaces it.',
  )
})

test('requires the name and a reason for a ban', async () => {
  answer(banUser, () => Promise.reject(new Rejection(409, 'Already banned.')))
  const user = await openReports()
  await choose(user, 'Not theirs', 'Ban User')
  const form = await dialog('Ban @seller?')
  const ban = within(form).getByRole('button', { name: 'Ban' })
  const confirm = within(form).getByLabelText('Type seller to confirm')
  expect(form).toHaveTextContent('cannot be undone')
  expect(ban).toBeDisabled()
  await user.type(confirm, 'somebody.else{Enter}')
  expect(form).toHaveTextContent('That is not seller.')
  expect(form).toHaveTextContent('Please provide a reason for banning')
  expect(ban).toBeDisabled()
  await user.clear(confirm)
  await user.type(confirm, '@Seller')
  expect(form).not.toHaveTextContent('That is not')
  await user.click(ban)
  expect(within(form).getByLabelText('Reason')).toHaveFocus()
  await user.keyboard('Fraud, proven')
  await user.click(ban)
  expect(await within(form).findByRole('alert')).toHaveTextContent('Already banned.')
  expect(within(form).getByLabelText('Reason')).toHaveValue('Fraud, proven')
  expect(callsOf(banUser)[0]?.query).toEqual({ userId: 7, reasonForBan: 'Fraud, proven' })
})

test('offers no further actions after a ban', async () => {
  answer(banUser, () => null)
  const user = await openReports()
  await view(user, 'Not theirs')
  await user.click(await button('Ban User'))
  const form = await dialog('Ban @seller?')
  await user.type(within(form).getByLabelText('Reason'), 'Swindles')
  await user.type(within(form).getByLabelText('Type seller to confirm'), 'seller')
  answer(listReports, () => new Promise<never>(() => {}))
  await user.click(within(form).getByRole('button', { name: 'Ban' }))
  await expectNotice('User has been banned')
  await expectClosed()
  expect(await row('Not theirs')).toHaveTextContent('Addressed')
  expect(within(await row('Not theirs')).queryByRole('button', { name: /^Options for / })).toBeNull()
})

test.each([
  ['comment', 'View Comment', { text: 'A nasty comment', postId: 50 }, ['A nasty comment', 'Open its post']],
  [
    'chat',
    'View Message',
    { text: 'A nasty message', createdDate: date },
    ['A nasty message', 'Sent 3 Mar 2026'],
  ],
  [
    'user',
    'View Member',
    { firstname: 'Sel', lastname: 'Ler', username: 'seller' },
    ['Sel Ler', 'No bio.', 'Open the profile'],
  ],
  ['item', 'View Item', { name: 'Drum', description: 'Loud', price: 1500.5 }, ['Drum', 'Loud', '₦1,500.50']],
] as const)('shows a reported %s as it was reported', async (targetType, name, snapshot, texts) => {
  answerReports(reportOf(1, 'Nasty', { targetType, postId: null, snapshot }))
  const user = await openReports()
  await user.click(within(await row('Nasty')).getByRole('button', { name: new RegExp(`^${name}`) }))
  const details = await dialog(/^Reported: /)
  for (const text of ['As it stood when it was reported.', ...texts]) expect(details).toHaveTextContent(text)
})

test('shows a deleted post as it was when it was reported', async () => {
  answer(getPost, () => Promise.reject(new Rejection(404, 'Not found')))
  const user = await openReports()
  const details = await view(user, 'Not theirs')
  await within(details).findByText(/it was deleted since/)
  expect(details).toHaveTextContent('Cheap gold')
})

test('shows a changed post in both versions', async () => {
  answer(getPost, () => ({ ...post, caption: 'Fair gold' }))
  const user = await openReports()
  const details = await view(user, 'Not theirs')
  await within(details).findByText(/^It was changed since\./)
  expect(details).toHaveTextContent(/Fair gold.*Cheap gold/)
})

test('shows the reported version of a post that does not load', async () => {
  answer(getPost, () => Promise.reject(new Rejection(500, '')))
  const user = await openReports()
  const details = await view(user, 'Not theirs')
  await expectNotice('Failed to load post details')
  expect(details).toHaveTextContent('Cheap gold')
  answer(getPost, () => ({ ...post, caption: 'Fair gold' }))
  await user.click(within(details).getByRole('button', { name: 'Retry' }))
  await within(details).findByText('Fair gold')
})

test('lets a moderator resolve, but neither suspend, ban nor see an email', async () => {
  const can = { resolve: true, remove: false, suspend: false, ban: false }
  const report = reportOf(1, 'Off topic', { can, reporterEmail: null, groupId: 3, groupName: 'Yoruba' })
  answerReports(report)
  const user = await openApp('/reported-posts?group=3')
  const details = await view(user, 'Off topic')
  await button('Remove filter: Group: Yoruba')
  expect(lastOf(within(details).getAllByRole('definition'))).toHaveTextContent('Not available')
  expect(within(details).queryByRole('button', { name: 'Ban User' })).toBeNull()
  const addressed = { ...report, addressed: true }
  answer(resolveReport, () => addressed)
  answerReports(addressed)
  await user.click(within(details).getByRole('button', { name: 'Resolve Report' }))
  await expectNotice('The report is resolved. Its reporter has been told.')
  await expectClosed()
  expect(within(await row('Off topic')).queryByRole('button', { name: /^Options for / })).toBeNull()
})

test.each([
  ['', 'This page is for admins and group moderators only.'],
  ['?group=3', 'This page is for admins and this group’s moderators only.'],
])('tells members that they may not see reports%s', async (search, text) => {
  answer(listReports, () => Promise.reject(new Rejection(403, 'Forbidden')))
  await openApp(`/reported-posts${search}`)
  expect(await screen.findByText(text)).toBeVisible()
})

test('shows a failed list with a Retry button', async () => {
  answer(listReports, () => Promise.reject(new Rejection(400, '')))
  const user = await openReports()
  await expectNotice('Failed to load reported posts')
  answerReports(reportOf(1, 'Not theirs'))
  await user.click(await within(screen.getByRole('main')).findByRole('button', { name: 'Retry' }))
  expect(await row('Not theirs')).toBeVisible()
})

test('opens a report by its address without a list that contains it', async () => {
  answer(listReports, ({ query }) => {
    const found = query.reportId === 4 ? [reportOf(4, 'Shouts')] : []
    return pageOf(found, found.length, query)
  })
  await openReports('?state=addressed&report=4')
  expect(await dialog('Reported: Post by @seller')).toHaveTextContent('Shouts')
})

test('removes an unknown report from the address with a message', async () => {
  answerReports()
  await openReports('?report=999')
  await expectNotice('This report does not exist, or you are not allowed to handle it.')
  await waitFor(() => expect(window.location.search).toBe('?state=open'))
})
