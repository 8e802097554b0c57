import { getProfile, updateProfile, type Profile } from '@rootsquare/contract/profiles'
import {
  cancelClosure,
  changePassword,
  closeAccount,
  exportMember,
  getClosure,
} from '@rootsquare/contract/accounts'
import { describedBy, endpoint } from '@rootsquare/contract/lib/endpoint'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleProfile } from '#web/test/members.ts'
import { endSession } from '#web/lib/session/session.ts'
import { answer, answerLater, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { openApp, tokenFor } from '#web/test/open-app.tsx'
import {
  button,
  expectClosed,
  expectFieldError,
  expectNotice,
  fieldOf,
  fill,
  noReplyText,
  press,
  existing,
} from '#web/test/page.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const saved = 'Profile updated successfully'

/** The profile on the server, which saved changes update. */
let stored: Profile

beforeEach(() => {
  stored = sampleProfile()
  answer(getProfile, () => stored)
  answer(getClosure, () => ({ preClosed: false, gracePeriod: 0 }))
  answer(updateProfile, ({ body }) => {
    const changed = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    stored = { ...stored, ...changed }
    return stored
  })
})

async function openRow(name: string): Promise<void> {
  await openApp('/settings')
  await press(name)
}

test('shows why settings do not load, and Retry loads them', async () => {
  answer(getProfile, () => Promise.reject(new Rejection(400, 'The database is away')))
  answer(getClosure, () => Promise.reject(new Rejection(404, 'Not now')))
  await openApp('/settings')
  const card = async (text: string) => {
    const alerts = await screen.findAllByRole('alert')
    return within(existing(alerts.find((one) => one.textContent?.includes(text))))
  }
  await screen.findByText('The database is away', { selector: '[role=alert] *' })
  await screen.findByText('Not now', { selector: '[role=alert] *' })
  answer(getProfile, () => stored)
  answer(getClosure, () => ({ preClosed: false, gracePeriod: 0 }))
  await userEvent.click((await card('The database is away')).getByRole('button', { name: 'Retry' }))
  await button('Update Profile')
  await userEvent.click((await card('Not now')).getByRole('button', { name: 'Retry' }))
  expect(await button('Close Account')).toBeInTheDocument()
})

test('a rejected download of the member’s data shows why', async () => {
  answer(exportMember, () => Promise.reject(new Rejection(429, 'Come back later.')))
  await openRow('Download my data')
  await expectNotice('Come back later.')
})

test('the member’s data is downloaded as one file', async () => {
  const [made, pressed] = [
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data'),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(),
  ]
  answer(exportMember, () => ({ members: { username: 'hauwa.d' } }))
  await openRow('Download my data')
  await expectNotice('Your data was downloaded')
  const [file] = made.mock.calls[0] ?? []
  expect(file instanceof Blob && JSON.parse(await file.text())).toEqual({ members: { username: 'hauwa.d' } })
  expect(pressed.mock.contexts[0]).toMatchObject({ download: 'rootsquare-my-data.json' })
})

test('the theme and shortcuts can be chosen', async () => {
  const user = await openApp('/settings')
  const main = within(await screen.findByRole('main'))
  const theme = within(await main.findByRole('group', { name: 'Theme' }))
  const sheet = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(theme.getByRole('radio', { name: 'System' })).toBeChecked()
  theme.getByRole('radio', { name: 'System' }).focus()
  await user.keyboard('{ArrowLeft}')
  expect(theme.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
  await user.click(theme.getByRole('radio', { name: 'System' }))

  const shortcuts = main.getByRole('switch', { name: 'Single-key shortcuts' })
  const row = await button('Change Password')
  await user.click(shortcuts)
  row.focus()
  await user.keyboard('?{Enter}')
  await screen.findByRole('dialog', { name: 'Change Password' })
  expect(sheet()).toBeNull()
  window.history.back()
  await expectClosed()
  expect(row).toHaveFocus()
  await user.click(shortcuts)
  row.focus()
  await user.keyboard('?')
  const open = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  await user.click(open.getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.keyboard('{Escape}')
  await expectClosed()
  expect(shortcuts).not.toBeChecked()
  expect(main.getByRole('link', { name: 'Addresses' })).toHaveAttribute('href', '/addresses')
  expect(main.getByRole('link', { name: 'Back to profile' })).toHaveAttribute('href', '/profile')
})

test('Close Account is the last button if no deletion is scheduled', async () => {
  await openApp('/settings')
  await button('Close Account')
  expect(screen.queryByText(/scheduled for deletion/)).not.toBeInTheDocument()
  expect(lastOf(within(screen.getByRole('main')).getAllByRole('button'))).toHaveAccessibleName(
    'Close Account',
  )
})

test('being online is shown unless it is switched off', async () => {
  answer(updateProfile, () => (stored = { ...stored, showPresence: false }))
  await openApp('/settings')
  const presence = await screen.findByRole('switch', { name: 'Show when I am online' })
  expect(presence).toBeChecked()
  await userEvent.click(presence)
  await waitFor(() => expect(presence).not.toBeChecked())
  expect(callsOf(updateProfile)[0]?.body).toEqual({ showPresence: false })
})

describe('Show my group', () => {
  const group = () => screen.findByRole('switch', { name: 'Show my group' })

  test('changes before the server has answered', async () => {
    const release = answerLater(updateProfile, () => stored)
    await openApp('/settings')
    await userEvent.click(await group())
    await waitFor(async () => expect(await group()).toBeChecked())
    stored = { ...stored, showGroup: true }
    const before = callsOf(getProfile).length
    release()
    await waitFor(() => expect(callsOf(getProfile).length).toBeGreaterThan(before))
    expect(await group()).toBeChecked()
    expect(callsOf(updateProfile)[0]?.body).toEqual({ showGroup: true })
  })

  test('goes back when the server rejects it', async () => {
    answer(updateProfile, () => Promise.reject(new Rejection(500, 'Not today')))
    await openApp('/settings')
    await userEvent.click(await group())
    await expectNotice('Not today')
    await waitFor(async () => expect(await group()).not.toBeChecked())
  })

  test('goes back when two quick changes fail', async () => {
    stored = sampleProfile({ showGroup: true })
    const release = answerLater(updateProfile, () => {
      throw new Rejection(400, 'Not now')
    })
    await openApp('/settings')
    await userEvent.click(await group())
    await waitFor(async () => expect(await group()).not.toBeChecked())
    await userEvent.click(await group())
    await waitFor(async () => expect(await group()).toBeChecked())
    release()
    await expectNotice('Not now')
    expect(callsOf(updateProfile)).toHaveLength(2)
    expect(await group()).toBeChecked()
  })
})

describe('the form of the profile', () => {
  const update = () => button('Update')

  test('sends only the changed fields, without blanks and signs', async () => {
    await openRow('Update Profile')
    await fill('First name', '  Káròfẹ́ ')
    await fill('Phone number', '+234 (803) 123-4567')
    await userEvent.click(await update())
    await expectNotice(saved)
    expect(callsOf(updateProfile)[0]?.body).toEqual({ firstname: 'Káròfẹ́', phoneNumber: '08031234567' })
    await expectClosed()
    await press('Update Profile')
    expect(await fieldOf('First name')).toHaveValue('Káròfẹ́')
    expect(await fieldOf('Phone number')).toHaveValue('08031234567')
  })

  test('clears emptied fields', async () => {
    await openRow('Update Profile')
    await fill('Phone number', '')
    await fill('Bio', '')
    await userEvent.click(await update())
    await expectNotice(saved)
    expect(callsOf(updateProfile)[0]?.body).toEqual({ phoneNumber: null, bio: null })
  })

  test('does not undo a change made elsewhere', async () => {
    await openRow('Update Profile')
    await fieldOf('Bio')
    stored = { ...stored, bio: 'From another device' }
    const before = callsOf(getProfile).length
    // The profile is reloaded when the member returns to the tab after a while.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000)
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(callsOf(getProfile).length).toBeGreaterThan(before))
    vi.restoreAllMocks()
    await fill('First name', 'Karo')
    await userEvent.click(await update())
    await expectClosed()
    expect(callsOf(updateProfile)[0]?.body).toEqual({ firstname: 'Karo' })
    await press('Update Profile')
    expect(await fieldOf('Bio')).toHaveValue('From another device')
  })

  test('shows errors at their fields and focuses the first', async () => {
    await openRow('Update Profile')
    await fill('Phone number', '12')
    await userEvent.tab()
    expect(await fieldOf('Phone number')).toHaveAccessibleDescription('Phone numbers are 7 to 15 digits.')
    await fill('Phone number', '')
    await fill('Last name', ' ')
    await fill('First name', '')
    await userEvent.click(await update())
    expect(await fieldOf('First name')).toHaveAccessibleDescription('Required.')
    expect(await fieldOf('Last name')).toHaveAccessibleDescription('Required.')
    expect(await fieldOf('First name')).toHaveFocus()
    expect(callsOf(updateProfile)).toEqual([])
  })

  test('counts the bio from 200 characters on and accepts at most 255', async () => {
    await openRow('Update Profile')
    await fill('Bio', 'ọ'.repeat(199))
    expect(screen.queryByText(/\/ 255/)).not.toBeInTheDocument()
    await fill('Bio', '🥁'.repeat(255))
    await screen.findByText('255 / 255')
    expect(await update()).toBeEnabled()
    await userEvent.paste('!')
    await screen.findByText('256 / 255')
    expect(await fieldOf('Bio')).toHaveAccessibleDescription('Maximum 255 characters allowed')
    expect(await update()).toBeDisabled()
    await userEvent.keyboard('{Backspace}')
    expect(await update()).toBeEnabled()
  })

  test.each([
    ['a fault of the server', new Rejection(500, 'The loom broke'), 'The loom broke'],
    ['no connection', noConnection, noReplyText],
  ])('keeps the typed text after %s', async (_, failure, text) => {
    answer(updateProfile, () => Promise.reject(failure))
    await openRow('Update Profile')
    await fill('First name', 'Osazuwa')
    await fill('Bio', 'Bronze, every day.')
    await userEvent.click(await update())
    await expectNotice(text)
    expect(await fieldOf('First name')).toHaveValue('Osazuwa')
    expect(await fieldOf('Bio')).toHaveValue('Bronze, every day.')
  })

  test('shows a rejected field once, focuses it and replaces the last notice', async () => {
    answer(updateProfile, () => Promise.reject(noConnection))
    await openRow('Update Profile')
    await fill('Last name', 'Edo')
    await userEvent.click(await update())
    await expectNotice(noReplyText)
    const fields = { lastname: 'Not this one.' }
    answer(updateProfile, () => Promise.reject(new Rejection(400, 'Not this one.', { fields })))
    await userEvent.click(await update())
    await expectFieldError('Last name', 'Not this one.')
    expect(screen.getAllByText('Not this one.')).toHaveLength(1)
    expect(screen.queryByRole('region', { name: 'Notices' })).not.toBeInTheDocument()
    expect(await fieldOf('Last name')).toHaveFocus()
  })

  test('is sent once, however often Update is pressed', async () => {
    const release = answerLater(updateProfile, () => stored)
    await openRow('Update Profile')
    await fill('First name', 'Karo')
    await userEvent.click(await update())
    await waitFor(async () => expect(await update()).toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(await update())
    release()
    await expectNotice(saved)
    expect(callsOf(updateProfile)).toHaveLength(1)
  })
})

describe('the draft of the profile', () => {
  const restored = () => screen.queryByText('Draft restored')

  async function closeAndOpen(): Promise<void> {
    await userEvent.keyboard('{Escape}')
    await expectClosed()
    await press('Update Profile')
  }

  test('survives a closed dialog and a reload and can be discarded', async () => {
    await openRow('Update Profile')
    expect(restored()).not.toBeInTheDocument()
    await fill('First name', 'Osazuwa')
    await closeAndOpen()
    expect(await fieldOf('First name')).toHaveValue('Osazuwa')
    expect(restored()).toBeInTheDocument()
    cleanup()
    await openRow('Update Profile')
    expect(await fieldOf('First name')).toHaveValue('Osazuwa')
    await press('Discard draft')
    expect(await fieldOf('First name')).toHaveValue('Hauwa')
    expect(await fieldOf('First name')).toHaveFocus()
    expect(restored()).not.toBeInTheDocument()
    await closeAndOpen()
    expect(await fieldOf('First name')).toHaveValue('Hauwa')
    expect(restored()).not.toBeInTheDocument()
  })

  test('is closed without a question if nothing was changed', async () => {
    await openRow('Update Profile')
    await press('Cancel')
    await expectClosed()
  })

  test('Cancel asks before it discards, and can be taken back', async () => {
    await openRow('Update Profile')
    await fill('First name', 'Osazuwa')
    await press('Cancel')
    await screen.findByRole('dialog', { name: 'Discard your changes?' })
    await press('Keep editing')
    expect(await fieldOf('First name')).toHaveValue('Osazuwa')
    await press('Cancel')
    await press('Discard changes')
    await expectClosed()
    await press('Update Profile')
    expect(await fieldOf('First name')).toHaveValue('Hauwa')
    expect(restored()).not.toBeInTheDocument()
  })

  test('survives the session and is deleted by the save', async () => {
    await openRow('Update Profile')
    await fill('Bio', 'Written twice')
    act(() => endSession())
    cleanup()
    await openRow('Update Profile')
    expect(await fieldOf('Bio')).toHaveValue('Written twice')
    expect(restored()).toBeInTheDocument()
    await press('Update')
    await expectNotice(saved)
    expect(callsOf(updateProfile)[0]?.body).toEqual({ bio: 'Written twice' })
    await expectClosed()
    await press('Update Profile')
    expect(restored()).not.toBeInTheDocument()
  })
})

describe('the form for a new password', () => {
  const submit = async () =>
    within(await screen.findByRole('dialog')).findByRole('button', { name: 'Change Password' })

  async function fillAll(old: string): Promise<void> {
    await fill('Old password', old)
    await fill('New password', 'Another#2027')
    await fill('Confirm new password', 'Another#2027')
  }

  test('marks only fields that were typed in and emptied again', async () => {
    await openRow('Change Password')
    expect(await submit()).toBeDisabled()
    const old = await fieldOf('Old password')
    await userEvent.click(old)
    await userEvent.tab()
    expect(old).not.toHaveAccessibleDescription()
    await userEvent.type(old, '1{Backspace}')
    await userEvent.tab()
    expect(old).toHaveAccessibleDescription('Required.')
  })

  test('shows errors at the fields and cannot be sent until they are corrected', async () => {
    await openRow('Change Password')
    await fill('Old password', 'Rootsquare#2026')
    await fill('New password', 'plainpassword')
    await fill('Confirm new password', 'Another#2026')
    await userEvent.tab()
    expect(await fieldOf('New password')).toHaveAccessibleDescription(
      'at least a number, upper & lower case, special character',
    )
    expect(await fieldOf('Confirm new password')).toHaveAccessibleDescription(
      'New password must match with confirm new password.',
    )
    expect(await submit()).toBeDisabled()
    await fill('New password', 'Another#2026')
    expect(await submit()).toBeEnabled()
  })

  test('shows a wrong old password once, at its focused field', async () => {
    const text = 'The password is not correct.'
    answer(changePassword, () => Promise.reject(new Rejection(400, text, { fields: { oldCipher: text } })))
    await openRow('Change Password')
    await fillAll('not my password')
    await userEvent.click(await submit())
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getAllByText(text)).toHaveLength(1)
    const old = await fieldOf('Old password')
    expect(old).toHaveAttribute('aria-invalid', 'true')
    expect(old).toHaveFocus()
    await fill('New password', 'Another#2028')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    ['an answer that says nothing', new Rejection(418, ''), 'An unexpected error occurred'],
    ['no connection', noConnection, noReplyText],
  ])('keeps the typed text after %s', async (_, failure, text) => {
    answer(changePassword, () => Promise.reject(failure))
    await openRow('Change Password')
    await fillAll('not my password')
    await userEvent.click(await submit())
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(await fieldOf('Old password')).toHaveValue('not my password')
    expect(await fieldOf('New password')).toHaveValue('Another#2027')
    expect(await fieldOf('Confirm new password')).toHaveValue('Another#2027')
  })

  test('replaces the token of the session', async () => {
    const access_token = tokenFor(1, ['ADMIN'])
    answer(changePassword, () => ({ access_token, user_id: 1, roles: ['USER' as const], expires_in: 3600 }))
    await openRow('Change Password')
    await fillAll('Rootsquare#2026')
    await userEvent.click(await submit())
    await expectNotice('Password updated successfully')
    await expectClosed()
    expect(window.localStorage.getItem('rootsquare.token')).toBe(access_token)
  })
})

describe('closing the account', () => {
  const failed = 'Failed to close account. Please try again.'
  const isPending = { preClosed: true, gracePeriod: 30 }
  const confirm = async () =>
    userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close Account' }))

  test('says what it does and requires the password', async () => {
    await openRow('Close Account')
    const dialog = await screen.findByRole('dialog', { name: 'Close Account' })
    expect(dialog).toHaveTextContent(/30 days.*erased.*Orders stay/)
    const confirmation = within(dialog).getByRole('button', { name: 'Close Account' })
    expect(confirmation).toBeDisabled()
    const field = await fieldOf('Password')
    expect(field).toHaveFocus()
    await userEvent.tab()
    expect(field).toHaveAccessibleDescription('Password is required')
    await fill('Password', 'x')
    expect(field).not.toHaveAccessibleDescription()
    expect(confirmation).toBeEnabled()
  })

  test('shows a wrong password at its field only', async () => {
    const text = 'The password is not correct.'
    answer(closeAccount, () => Promise.reject(new Rejection(400, text, { fields: { password: text } })))
    await openRow('Close Account')
    await fill('Password', 'not my password')
    await confirm()
    const field = await fieldOf('Password')
    await waitFor(() => expect(field).toHaveAccessibleDescription(text))
    expect(screen.getAllByText(text)).toHaveLength(1)
    expect(field).toHaveFocus()
    expect(field).toHaveValue('not my password')
    expect(screen.queryByText(/scheduled for deletion/)).not.toBeInTheDocument()
  })

  test.each([
    ['no connection', noConnection, failed],
    ['a fault of the server', new Rejection(500, 'Not tonight'), 'Not tonight'],
    ['an answer that says nothing', new Rejection(502, ''), failed],
  ])('keeps the password after %s', async (_, failure, text) => {
    answer(closeAccount, () => Promise.reject(failure))
    await openRow('Close Account')
    await fill('Password', 'Rootsquare#2026')
    await confirm()
    await expectNotice(text)
    expect(within(screen.getByRole('dialog')).queryByText(text)).not.toBeInTheDocument()
    expect(await fieldOf('Password')).toHaveValue('Rootsquare#2026')
  })

  test('shows the result even if the dialog was closed', async () => {
    const release = answerLater(closeAccount, () => {
      throw new Rejection(500, 'The loom broke')
    })
    await openRow('Close Account')
    await fill('Password', 'Rootsquare#2026')
    await confirm()
    await userEvent.keyboard('{Escape}')
    await expectClosed()
    release()
    await expectNotice('The loom broke')
    await press('Close Account')
    expect(await fieldOf('Password')).toHaveValue('')
  })

  test('shows the server’s own text of a success', async () => {
    answer(endpoint({ ...describedBy(closeAccount), message: 'Done, and noted.' }), () => isPending)
    await openRow('Close Account')
    await fill('Password', 'Rootsquare#2026')
    await confirm()
    await expectNotice('Done, and noted.')
    await screen.findByText(/scheduled for deletion in 30 days/)
    expect(screen.queryByRole('button', { name: 'Close Account' })).not.toBeInTheDocument()
  })

  test('shows the server’s number of days, and why it cannot be cancelled', async () => {
    answer(getClosure, () => ({ preClosed: true, gracePeriod: 3 }))
    answer(cancelClosure, () => Promise.reject(noConnection))
    await openApp('/settings')
    const banner = await screen.findByRole('region', { name: 'Account closure' })
    expect(banner).toHaveTextContent(
      'Your account is scheduled for deletion in 3 days. You can cancel this request before the deletion occurs.',
    )
    await userEvent.click(within(banner).getByRole('button', { name: 'Cancel Account Closure' }))
    const field = await fieldOf('Password')
    await userEvent.tab()
    expect(field).toHaveAccessibleDescription('Password is required')
    await fill('Password', 'Rootsquare#2026')
    await press('Keep my account')
    const text = 'Failed to cancel account closure. Please try again.'
    await expectNotice(text)
    expect(within(screen.getByRole('dialog')).queryByText(text)).not.toBeInTheDocument()
    expect(banner).toBeInTheDocument()
  })
})
