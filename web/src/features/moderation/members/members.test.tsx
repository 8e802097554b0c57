import {
  banUser,
  createAdmin,
  listAudit,
  listSuspended,
  listUsers,
  suspendUser,
  unsuspendUser,
} from '@rootsquare/contract/moderation'
import type { AdminUser, AuditLine, SuspendedUser } from '@rootsquare/contract/moderation'
import { getProfile } from '@rootsquare/contract/profiles'
import { pageOf } from '@rootsquare/contract/lib/paged'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, dialog, expectClosed, expectNotice, textsOf } from '#web/test/page.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const date = '2026-03-03T10:05:00.000Z'
const inTwoDays = () => new Date(Date.now() + 2.5 * 86_400_000).toISOString()

function userNamed(username: string, rest: Partial<AdminUser> = {}): AdminUser {
  return {
    id: 7,
    firstname: 'Bọ́sẹ̀',
    lastname: 'Àkàndé',
    email: `${username}@example.com`,
    username,
    profileImage: null,
    role: 'USER',
    status: 'ACTIVE',
    suspendedUntil: null,
    lockReason: null,
    createdDate: date,
    can: { suspend: true, unsuspend: false, ban: true },
    ...rest,
  }
}

function suspendedNamed(username: string, rest: Partial<SuspendedUser> = {}): SuspendedUser {
  return {
    userId: 7,
    username,
    suspenderUserName: 'ene',
    reasonForSuspension: 'Rude to everyone',
    createdDate: Date.parse(date),
    endDate: inTwoDays(),
    can: { unsuspend: true },
    ...rest,
  }
}

function auditLine(id: number, rest: Partial<AuditLine> = {}): AuditLine {
  return {
    id,
    actorId: 3,
    actorUsername: 'ene',
    userId: 7,
    username: 'bose',
    action: 'SUSPEND_USER',
    reason: 'Rude to everyone',
    detail: null,
    targetType: null,
    targetId: null,
    createdDate: date,
    ...rest,
  }
}

const rows = () =>
  waitFor(() => {
    const found = within(screen.getByRole('table', { busy: false }))
      .getAllByRole('row')
      .slice(1)
    expect(found).not.toEqual([])
    return found
  })
const cellsOf = (row: HTMLElement | undefined) => textsOf(row?.children ?? [])
const headings = () => textsOf(screen.getAllByRole('columnheader'))

function answerUsers(...users: AdminUser[]): void {
  answer(listUsers, ({ query }) => pageOf(users, users.length, query))
}

function answerSuspended(...users: SuspendedUser[]): void {
  answer(listSuspended, ({ query }) => pageOf(users, users.length, query))
}

function openUsers(search = '', role: 'ADMIN' | 'SUPERADMIN' = 'ADMIN'): Promise<UserEvent> {
  return openApp(`/admin-users${search}`, { roles: [role] })
}

async function openMenu(user: UserEvent, name: string): Promise<HTMLElement> {
  await user.click(await button(`Options for ${name}`))
  return dialog(/^Options for /)
}

async function choose(user: UserEvent, name: string, action: string): Promise<void> {
  await user.click(within(await openMenu(user, name)).getByRole('button', { name: action }))
}

test('lists users with the last name first, role, status and join date', async () => {
  answerUsers(userNamed('bose'), userNamed('ene', { id: 3, role: 'ADMIN', status: 'CLOSING' }))
  await openUsers()
  const [first, second] = await rows()
  expect(headings()).toEqual(['Full name', 'Email', 'Username', 'Role', 'Status', 'Joined', 'Actions'])
  expect(cellsOf(first).slice(0, 5)).toEqual([
    expect.stringContaining('Àkàndé Bọ́sẹ̀'),
    'bose@example.com',
    'bose',
    'Member',
    'Active',
  ])
  expect(cellsOf(second).slice(3, 5)).toEqual(['Admin', 'Closing'])
  expect(screen.queryByRole('button', { name: 'Create Admin' })).toBeNull()
})

test('opens the last page instead of one after it', async () => {
  answer(listUsers, ({ query }) => pageOf(query.page < 3 ? [userNamed('bose')] : [], 25, query))
  const user = await openUsers('?page=9999&size=10')
  await waitFor(() => expect(window.location.search).toBe('?page=2'))
  expect(await button('Next')).toHaveAttribute('aria-disabled', 'true')
  expect(await screen.findByText('21–25 of 25')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Rows per page'), '5')
  await waitFor(() => expect(lastOf(callsOf(listUsers))?.query).toEqual({ page: 0, size: 5 }))
  expect(window.location.search).toBe('?size=5')
})

test('ignores invalid values in the address', async () => {
  answerUsers(userNamed('bose'))
  await openUsers('?page=-3&size=7&search=')
  await rows()
  expect(lastOf(callsOf(listUsers))?.query).toEqual({ page: 0, size: 10 })
})

test('says that a search finds nobody and clears it', async () => {
  answer(listUsers, ({ query }) =>
    query.search === undefined ? pageOf([userNamed('bose')], 1, query) : pageOf([], 0, query),
  )
  const user = await openUsers()
  const search = await screen.findByRole('searchbox', { name: 'Search users' })
  await user.type(search, '2026')
  await within(screen.getByRole('main')).findByText('User not found')
  expect(window.location.search).toBe('?search=2026')
  await user.click(await button('Clear search'))
  expect(await rows()).toHaveLength(1)
  expect(search).toHaveFocus()
})

test('retries a failed list over placeholder rows', async () => {
  answer(listUsers, () => Promise.reject(new Rejection(400, 'The loom broke')))
  const user = await openUsers()
  await within(screen.getByRole('main')).findByText('The loom broke')
  const slow = Promise.withResolvers<void>()
  answer(listUsers, ({ query }) => slow.promise.then(() => pageOf([userNamed('bose')], 1, query)))
  await user.click(await button('Retry'))
  await screen.findByText('Loading users')
  slow.resolve()
  expect(await button('Options for bose')).toBeVisible()
})

test.each([
  ['a member', { suspend: true, unsuspend: false, ban: true }, null, ['Suspend User', 'Ban User']],
  ['staff', { suspend: false, unsuspend: false, ban: false }, null, []],
  [
    'a suspended member',
    { suspend: true, unsuspend: true, ban: true },
    'Rude',
    ['View Reason', 'Unsuspend', 'Suspend User', 'Ban User'],
  ],
  ['a banned member', { suspend: false, unsuspend: false, ban: false }, 'Fraud', ['View Reason']],
])('offers the allowed actions in the menu of %s', async (_, can, lockReason, more) => {
  answerUsers(userNamed('bose', { can, lockReason }))
  const user = await openUsers()
  const menu = await openMenu(user, 'bose')
  expect(textsOf(within(menu).getAllByRole('button'))).toEqual([
    'View User Analytics',
    'View Profile',
    ...more,
  ])
})

test.each([
  ['Reason for Suspension', inTwoDays()],
  ['Reason for Ban', null],
])('shows the %s', async (title, suspendedUntil) => {
  answerUsers(userNamed('bose', { lockReason: 'And did it again', suspendedUntil }))
  const user = await openUsers()
  await choose(user, 'bose', 'View Reason')
  expect(await dialog(title)).toHaveTextContent('And did it again')
})

test('suspends, unsuspends and bans a member and updates the list', async () => {
  answerUsers(userNamed('bose'))
  const user = await openUsers()
  answer(suspendUser, () => {
    answerUsers(
      userNamed('bose', { status: 'SUSPENDED', can: { suspend: true, unsuspend: true, ban: true } }),
    )
    return null
  })
  await choose(user, 'bose', 'Suspend User')
  await user.type(await screen.findByLabelText('Reason'), 'Sold what was not theirs')
  await user.click(await button('Suspend'))
  await expectNotice('User has been suspended')
  await waitFor(async () => expect(cellsOf((await rows())[0])[4]).toBe('Suspended'))

  answer(unsuspendUser, () => {
    answerUsers(userNamed('bose'))
    return null
  })
  await expectClosed()
  await choose(user, 'bose', 'Unsuspend')
  await user.type(await screen.findByLabelText('Reason for Unsuspending'), 'They made it good')
  await user.click(await button('Unsuspend'))
  await expectNotice('User unsuspended successfully')
  await waitFor(async () => expect(cellsOf((await rows())[0])[4]).toBe('Active'))

  answer(banUser, () => {
    answerUsers(userNamed('bose', { status: 'BANNED' }))
    return null
  })
  await expectClosed()
  await choose(user, 'bose', 'Ban User')
  await user.type(await screen.findByLabelText('Reason'), 'And did it again')
  await user.type(screen.getByLabelText('Type bose to confirm'), 'bose')
  await user.click(await button('Ban'))
  await expectNotice('User has been banned')
  await waitFor(async () => expect(cellsOf((await rows())[0])[4]).toBe('Banned'))
})

async function openNewAdmin() {
  answerUsers(userNamed('bose'))
  const user = await openUsers('', 'SUPERADMIN')
  await user.click(await button('Create Admin'))
  const form = within(await dialog('New Admin'))
  const fill = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label))
    await user.paste(text)
  }
  const fillAll = async () => {
    await fill('First name', 'Ṣadé')
    await fill('Last name', 'Ọláyínká')
    await fill('Username', 'sade')
    await fill('Email', 'sade@example.com')
    await fill('Password', 'Fresh#Start1')
  }
  const submit = () => user.click(form.getByRole('button', { name: 'Create Admin' }))
  return { user, form, fill, fillAll, submit }
}

test('shows the errors of every field of a new admin', async () => {
  const { form, fill, submit } = await openNewAdmin()
  await submit()
  expect(form.getAllByText('Required.')).toHaveLength(5)
  expect(form.getByLabelText('First name')).toHaveFocus()
  await fill('Password', 'short')
  expect(form.getByText(/A lowercase letter/)).toHaveTextContent('A lowercase letter: done')
  await fill('Email', 'not an address')
  await submit()
  await form.findByText('Min 8 characters')
  expect(form.getByText('Email must be valid')).toBeVisible()
  expect(callsOf(createAdmin)).toEqual([])
})

test('shows a taken username at its field and focuses it', async () => {
  const { form, fillAll, submit } = await openNewAdmin()
  answer(createAdmin, () =>
    Promise.reject(new Rejection(409, 'Taken', { fields: { username: 'Taken already.' } })),
  )
  await fillAll()
  await submit()
  await form.findByText('Taken already.')
  expect(form.getByLabelText('Username')).toHaveFocus()
  expect(form.getByLabelText('Username')).toHaveAttribute('aria-invalid', 'true')
  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
})

test('restores the draft of a new admin without the password', async () => {
  const { user, fillAll } = await openNewAdmin()
  await fillAll()
  await user.keyboard('{Escape}')
  await expectClosed()
  await user.click(await button('Create Admin'))
  const form = within(await dialog('New Admin'))
  expect(form.getByText('Draft restored')).toBeVisible()
  expect(form.getByLabelText('First name')).toHaveValue('Ṣadé')
  expect(form.getByLabelText('Email')).toHaveValue('sade@example.com')
  expect(form.getByLabelText('Password')).toHaveValue('')
})

test('creates an admin with one call at a time and can retry', async () => {
  const { user, form, fillAll, submit } = await openNewAdmin()
  answer(createAdmin, () => Promise.reject(new Rejection(500, '')))
  await fillAll()
  await submit()
  await expectNotice('An unexpected error occurred')
  expect(form.queryByText('An unexpected error occurred')).toBeNull()
  answer(createAdmin, () => Promise.reject(new Rejection(400, 'The loom broke')))
  await submit()
  await expectNotice('The loom broke')
  expect(form.getByLabelText('Password')).toHaveValue('Fresh#Start1')

  const slow = Promise.withResolvers<void>()
  answer(createAdmin, () => slow.promise.then(() => userNamed('sade', { id: 9, role: 'ADMIN' })))
  await submit()
  expect(form.getByRole('button', { name: 'Create Admin' })).toHaveAttribute('aria-disabled', 'true')
  await submit()
  await user.keyboard('{Escape}')
  answerUsers(userNamed('sade', { id: 9, role: 'ADMIN' }), userNamed('bose'))
  slow.resolve()
  await expectNotice('Admin was created successfully')
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(callsOf(createAdmin)).toHaveLength(3)
  expect(callsOf(createAdmin)[2]?.body).toMatchObject({ username: 'sade', roleId: 2, userLevel: 3 })
  await expectClosed()
  await user.click(await button('Create Admin'))
  expect(within(await dialog('New Admin')).getByLabelText('First name')).toHaveValue('')
})

test('lists who is suspended, by whom, why and until when', async () => {
  answerSuspended(suspendedNamed('bose'), suspendedNamed('ada', { userId: 8, suspenderUserName: null }))
  await openApp('/suspended-users', { roles: ['ADMIN'] })
  const [first, second] = await rows()
  expect(headings()).toEqual([
    'User ID',
    'Username',
    'Suspended By',
    'Reason',
    'Created Date',
    'Ends',
    'Actions',
  ])
  expect(cellsOf(first).slice(0, 5)).toEqual(['7', '@bose', '@ene', 'Rude to everyone', '3 Mar 2026, 11:05'])
  expect(first).toHaveTextContent('3 days left')
  expect(cellsOf(second)[2]).toBe('Not available')
})

test('shows the whole reason of a suspension in a dialog', async () => {
  const reason = `Sells borrowed photos, ${'although asked not to, '.repeat(6)}and laughs.`
  answerSuspended(suspendedNamed('bose', { reasonForSuspension: reason }))
  const user = await openApp('/suspended-users', { roles: ['ADMIN'] })
  await choose(user, '@bose', 'View Full Reason')
  const facts = within(await dialog('Reason for Suspension')).getAllByRole('definition')
  expect(textsOf(facts)).toEqual([
    '@bose',
    '@ene',
    '3 Mar 2026, 11:05',
    expect.stringContaining('3 days left'),
    reason,
  ])
})

test('requires a reason to unsuspend and restores it after a failure', async () => {
  answerSuspended(suspendedNamed('bose'))
  const user = await openApp('/suspended-users', { roles: ['ADMIN'] })
  await choose(user, '@bose', 'Unsuspend')
  const form = within(await dialog('Unsuspend @bose?'))
  const submit = () => user.click(form.getByRole('button', { name: 'Unsuspend' }))
  const reason = form.getByLabelText('Reason for Unsuspending')
  await submit()
  await form.findByText('Please provide a reason for unsuspending.')
  expect(reason).toHaveFocus()
  await user.paste('x'.repeat(201))
  await form.findByText('201 / 200')
  await submit()
  expect(callsOf(unsuspendUser)).toEqual([])
  await user.clear(reason)
  await user.type(reason, 'Settled')
  answer(unsuspendUser, () => Promise.reject(new Rejection(409, 'Not suspended any more.')))
  await submit()
  await form.findByText('Not suspended any more.')
  answer(unsuspendUser, () => Promise.reject(noConnection))
  await submit()
  await form.findByText('An unexpected error occurred. Please check your network connection.')
  expect(reason).toHaveValue('Settled')
  answer(unsuspendUser, () => {
    answerSuspended()
    return null
  })
  await submit()
  await expectNotice('User unsuspended successfully')
  await within(screen.getByRole('main')).findByText('Nobody is suspended.')
})

test('offers only the reason of a suspension that the viewer may not lift', async () => {
  answerSuspended(suspendedNamed('bose', { can: { unsuspend: false } }))
  const user = await openApp('/suspended-users', { roles: ['ADMIN'] })
  expect(within(await openMenu(user, '@bose')).getAllByRole('button')).toHaveLength(1)
})

test('shows an empty and a failed list of suspended users', async () => {
  answer(listSuspended, () => Promise.reject(new Rejection(400, 'The loom broke')))
  const user = await openApp('/suspended-users?search=bose', { roles: ['ADMIN'] })
  await within(screen.getByRole('main')).findByText('The loom broke')
  answerSuspended()
  await user.click(await button('Retry'))
  await within(screen.getByRole('main')).findByText('No suspended users found')
  await waitFor(() =>
    expect(document.querySelector('#live-polite')).toHaveTextContent('No suspended users found'),
  )
})

function answerAudit(...lines: AuditLine[]): void {
  answer(listAudit, ({ query }) => pageOf(lines, lines.length, query))
}

function openAudit(search = ''): Promise<UserEvent> {
  return openApp(`/admin-audit${search}`, { roles: ['SUPERADMIN'] })
}

test('shows in the audit who did what to whom, why and when', async () => {
  answerAudit(
    auditLine(2, { action: 'UNSUSPEND_USER', reason: 'It was a brother', actorUsername: null }),
    auditLine(1, {
      action: 'CREATE_GROUP',
      userId: null,
      username: null,
      reason: null,
      targetType: 'group',
      targetId: 4,
    }),
  )
  await openAudit()
  const [first, second] = await rows()
  expect(headings()).toEqual(['Who', 'Whom', 'What', 'Why', 'When'])
  expect(cellsOf(first)).toEqual([
    'Only member 3',
    'Only @bose',
    'Only Lifted a suspension',
    'It was a brother',
    '3 Mar 2026, 11:05',
  ])
  expect(cellsOf(second).slice(1, 4)).toEqual(['–None', 'Only Created a groupGroup 4', '–None'])
  expect(screen.getByRole('link', { name: 'Group 4' })).toHaveAttribute('href', '/group/4')
})

test('filters the audit by the value of a cell', async () => {
  answerAudit(auditLine(1))
  const user = await openAudit('?member=7&action=NO_SUCH&actor=x&size=3')
  await button('Remove filter: Whom: @bose')
  expect(lastOf(callsOf(listAudit))?.query).toEqual({ userId: 7, page: 0, size: 20 })
  await user.click(await button('Only @ene'))
  await button('Remove filter: Who: @ene')
  await waitFor(() => expect(lastOf(callsOf(listAudit))?.query).toMatchObject({ userId: 7, actorId: 3 }))
  await user.selectOptions(screen.getByLabelText('What'), 'Lifted a suspension')
  await waitFor(() => expect(window.location.search).toBe('?actor=3&member=7&action=UNSUSPEND_USER'))
  await user.click(await button('Clear All Filters'))
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(within(screen.getByRole('group', { name: 'Filters' })).queryAllByRole('button')).toEqual([])
})

test('shows an empty and a failed audit', async () => {
  answer(listAudit, () => Promise.reject(new Rejection(400, 'The loom broke')))
  answer(getProfile, () => Promise.reject(new Rejection(404, 'User not found')))
  const user = await openAudit('?member=7')
  await within(screen.getByRole('main')).findByText('The loom broke')
  answerAudit()
  await user.click(await button('Retry'))
  await within(screen.getByRole('main')).findByText('No actions of this kind yet.')
  expect(await button('Remove filter: Whom: member 7')).toBeVisible()
})
