import { getProfileByUsername } from '@rootsquare/contract/profiles'
import { changeSignUpEmail, login, requestReset, resetPassword, signUp } from '@rootsquare/contract/accounts'
import { listGroups } from '@rootsquare/contract/groups'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { rememberTypedName } from '#web/features/accounts/sign-in/typed-name.ts'
import { signUpDraftKey } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import { saveDraft } from '#web/lib/storage/use-draft.ts'
import {
  allowUnanswered,
  answer,
  answerLater,
  callsOf,
  noConnection,
  Rejection,
} from '#web/test/fake-server.ts'
import { newGroup } from '#web/test/group-answers.ts'
import { sampleOther } from '#web/test/members.ts'
import { openApp, tokenFor } from '#web/test/open-app.tsx'
import { answerMember } from '#web/test/posts.ts'
import { button, expectFieldError, expectNotice, fieldOf, fill, noReplyText, press } from '#web/test/page.ts'

const mixed = 'at least a number, upper & lower case, special character'

const noGroups = { content: [], last: true, totalPages: 0, totalElements: 0, number: 0 }

beforeEach(() => rememberTypedName(''))

const open = (path: string) => openApp(path, { isVisitor: true })
const card = async (name: string) => within(await screen.findByRole('region', { name }))

/** Returns an answer whose body does not follow the contract. */
function oddAnswer(status: number, body: string): Promise<never> {
  const response = new Response(body, { status, headers: { 'content-type': 'application/json' } })
  return Promise.reject(Object.assign(new Rejection(500, ''), { response }))
}

describe('sign-in', () => {
  async function signIn(username: string, password = 'Rootsquare#2026'): Promise<void> {
    await fill('Username', username)
    await fill('Password', password)
    await press('Sign In')
  }

  test('marks missing fields and focuses the first', async () => {
    await open('/')
    await press('Sign In')
    await expectFieldError('Username', 'Required.')
    await expectFieldError('Password', 'Required.')
    expect(await fieldOf('Username')).toHaveFocus()
  })

  test('requires a password of eight characters', async () => {
    await open('/')
    await fill('Username', 'adaeze.n')
    await fill('Password', '1234567')
    await userEvent.tab()
    await expectFieldError('Password', 'Minimum 8 characters password')
    await press('Sign In')
    expect(await fieldOf('Password')).toHaveFocus()
    await userEvent.paste('8')
    await expectFieldError('Password', '')
    expect(callsOf(login)).toEqual([])
  })

  test('is sent once, however often the button is pressed', async () => {
    const release = answerLater(login, () => {
      throw new Rejection(400, 'No.')
    })
    await open('/')
    await signIn('adaeze.n')
    expect(await button('Sign In')).toHaveAttribute('aria-disabled', 'true')
    await press('Sign In')
    release()
    await expectNotice('No.')
    expect(await button('Sign In')).toHaveFocus()
    expect(callsOf(login)).toHaveLength(1)
  })

  test.each([
    ['a rejection', () => Promise.reject(new Rejection(400, 'No.')), 'No.'],
    [
      'a fault of the server',
      () => Promise.reject(new Rejection(500, 'The database is away')),
      'The database is away, please try again later.',
    ],
    [
      'a page instead of an answer',
      () => oddAnswer(502, '<h1>Bad gateway</h1>'),
      'An unexpected error occurred., please try again later.',
    ],
    ['no connection', () => Promise.reject(noConnection), noReplyText],
    ['no token', () => oddAnswer(200, '{"data":{"user_id":1}}'), 'Token missing in response.'],
    [
      'a text instead of a token',
      () => oddAnswer(200, '{"data":null,"message":"Ask again tomorrow."}'),
      'Ask again tomorrow.',
    ],
  ])('shows and announces %s, and keeps the typed text', async (_, reply, text) => {
    answer(login, reply)
    await open('/')
    await signIn('adaeze.n')
    await expectNotice(text)
    expect(screen.getAllByText(text, { selector: 'p' })).toHaveLength(1)
    await waitFor(() => expect(document.getElementById('live-assertive')).toHaveTextContent(text))
    expect(await fieldOf('Username')).toHaveValue('adaeze.n')
    expect(await fieldOf('Password')).toHaveValue('Rootsquare#2026')
  })

  test('marks and focuses a rejected field and shows its error once', async () => {
    const fields = { userSecret: 'Too long.' }
    answer(login, () => Promise.reject(new Rejection(400, 'Too long.', { fields })))
    await open('/')
    await signIn('adaeze.n')
    await expectNotice('Too long.')
    await expectFieldError('Password', 'Too long.')
    expect((await card('Sign In')).getAllByText('Too long.')).toHaveLength(1)
    expect(await fieldOf('Password')).toHaveFocus()
  })

  test('shows why an account is suspended or banned, and until when', async () => {
    const locked = { error: ['Your account is suspended.'], message: '', code: 'ACCOUNT_SUSPENDED' }
    const until = { reason: 'Selling borrowed photos', until: '2030-03-03T13:05:00.000Z' }
    answer(login, () => oddAnswer(403, JSON.stringify({ ...locked, ...until })))
    await open('/')
    await signIn('adaeze.n')
    await expectNotice('Your account is suspended.')
    const form = await card('Sign In')
    form.getByText('Selling borrowed photos')
    form.getByText(/3 March 2030.*14:05/)
    const banned = { error: ['Your account is banned.'], message: '', code: 'ACCOUNT_BANNED' }
    answer(login, () => oddAnswer(403, JSON.stringify({ ...banned, reason: 'Threats' })))
    await press('Sign In')
    await expectNotice('Your account is banned.')
    form.getByText('Threats')
    form.getByText(/by answering the mail we sent you/)
    expect(form.queryByText('Selling borrowed photos')).not.toBeInTheDocument()
  })

  test('leads to the requested page after the splash', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    allowUnanswered()
    answerMember()
    answer(getProfileByUsername, () => sampleOther({ username: 'bose.akande' }))
    const session = { access_token: tokenFor(1), user_id: 1, expires_in: 3600 }
    answer(login, () => ({ ...session, roles: ['USER' as const] }))
    const target = '/u/bose.akande?tab=groups#top'
    await open(target)
    await waitFor(() => expect(location.pathname).toBe('/'))
    cleanup()
    await open('/')
    expect(await screen.findByText('Sign in to see @bose.akande')).toBeVisible()
    await signIn('terhemba')
    await waitFor(() => expect(location.pathname).toBe('/loading'))
    act(() => void vi.advanceTimersByTime(2000))
    await waitFor(() => expect(`${location.pathname}${location.search}${location.hash}`).toBe(target))
    expect(await screen.findAllByText('@bose.akande')).not.toHaveLength(0)
  })

  test('leads an unverified account to the page that sends the mail', async () => {
    const text = 'Please verify your email address first.'
    answer(login, () => Promise.reject(new Rejection(403, text, { code: 'EMAIL_NOT_VERIFIED' })))
    answer(changeSignUpEmail, ({ body }) => ({
      id: 9,
      username: 'newcomer',
      emailAddress: body.emailAddress,
    }))
    await open('/')
    await signIn('newcomer', 'Fresh#Start1')
    await userEvent.click(await screen.findByRole('link', { name: 'Send the mail again' }))
    await press('Send the mail')
    await expectFieldError('Email', 'Required.')
    await fill('Email', 'newcomer@example.com')
    await press('Send the mail')
    await screen.findByText('newcomer@example.com')
    expect(callsOf(changeSignUpEmail)[0]?.body).toMatchObject({
      username: 'newcomer',
      userSecret: 'Fresh#Start1',
      emailAddress: 'newcomer@example.com',
    })
  })
})

describe('sign-up', () => {
  beforeEach(() => answer(listGroups, () => noGroups))
  const labels = ['First name', 'Last name', 'Username', 'Email', 'Password', 'Ethnic group']
  const consent = () =>
    screen.findByRole('checkbox', { name: /I agree that Rootsquare keeps my ethnic group/ })
  const draft = {
    firstName: 'Ṣadé',
    lastName: 'Ọláyínká',
    username: 'sade',
    email: 'sade@example.com',
    group: { id: 3, name: 'Yoruba' },
    consent: true,
  }

  /** Opens the form filled in except for the password, as after a reload. */
  async function openFilled(typed: object = draft): Promise<void> {
    saveDraft(signUpDraftKey, typed)
    await open('/signup')
    await fill('Password', 'Fresh#Start1')
  }

  async function expectAllTyped(): Promise<void> {
    expect(await fieldOf('First name')).toHaveValue('Ṣadé')
    expect(await fieldOf('Password')).toHaveValue('Fresh#Start1')
    expect(await fieldOf('Ethnic group')).toHaveValue('Yoruba')
    expect(await consent()).toBeChecked()
  }

  test('requires every field and focuses the first', async () => {
    await open('/signup')
    await press('Sign up')
    for (const label of labels) await expectFieldError(label, 'Required.')
    expect(await consent()).toHaveAccessibleDescription('Required.')
    expect(await fieldOf('First name')).toHaveFocus()
    await fill('First name', 'Ada')
    await expectFieldError('First name', '')
  })

  test('ticks off the rules that the password follows', async () => {
    await open('/signup')
    const list = within(await screen.findByRole('list', { name: 'What the password needs' }))
    for (const [count, text] of ['', 'a', 'aB', 'aB1', 'aB1#', 'aB1#aaaa'].entries()) {
      await fill('Password', text)
      await waitFor(() => expect(list.queryAllByText(/: done/)).toHaveLength(count))
    }
    screen.getByText('5 of 5 met')
  })

  test('shows which rule a field breaks when it is left', async () => {
    await open('/signup')
    await fill('Username', 'a b')
    await userEvent.tab()
    await expectFieldError('Username', '3 to 30 letters, digits, _ and .')
    await fill('Password', 'Abcdefgh1#')
    await userEvent.tab()
    await expectFieldError('Password', '')
  })

  test('keeps the typed text over a reload, but never the password', async () => {
    await openFilled()
    await fill('Username', 'sade.o')
    cleanup()
    await open('/signup')
    expect(await fieldOf('Username')).toHaveValue('sade.o')
    expect(await fieldOf('Last name')).toHaveValue('Ọláyínká')
    expect(await fieldOf('Email')).toHaveValue('sade@example.com')
    expect(await fieldOf('Ethnic group')).toHaveValue('Yoruba')
    expect(await consent()).toBeChecked()
    expect(await fieldOf('Password')).toHaveValue('')
    const stored = JSON.stringify({ ...window.sessionStorage, ...window.localStorage })
    expect(stored).toContain('sade@example.com')
    expect(stored).not.toContain('Fresh#Start1')
  })

  test('sends once with the public address for the link in the mail', async () => {
    document.head.insertAdjacentHTML('beforeend', '<meta name="public-url" content="https://rootsquare.ng">')
    onTestFinished(() => document.querySelector('meta[name=public-url]')?.remove())
    const release = answerLater(signUp, () => ({ id: 9, username: 'sade', emailAddress: draft.email }))
    await openFilled()
    await press('Sign up')
    expect(await button('Sign up')).toHaveAttribute('aria-disabled', 'true')
    await press('Sign up')
    expect(await button('Sign up')).toHaveFocus()
    release()
    await screen.findByText(/follow the link to verify your email/)
    const { email: emailAddress, group, ...names } = draft
    expect(callsOf(signUp).map(({ body }) => body)).toEqual([
      {
        ...names,
        emailAddress,
        cipherCode: 'Fresh#Start1',
        groupId: group.id,
        validationUrl: 'https://rootsquare.ng/mail-validate',
      },
    ])
  })

  // The texts for all kinds of answers are tested in sign-up-errors.test.ts.
  test.each([
    [
      'a rejection',
      new Rejection(429, 'Too many sign-ups from here.'),
      'Registration failed. Please check your inputs.',
    ],
    ['no connection', noConnection, 'Something went wrong. Please try again later.'],
  ])('shows and announces %s, and keeps all fields', async (_, failure, text) => {
    answer(signUp, () => Promise.reject(failure))
    await openFilled()
    await press('Sign up')
    await expectNotice(text)
    expect(screen.getAllByText(text, { selector: 'p' })).toHaveLength(1)
    await waitFor(() => expect(document.getElementById('live-assertive')).toHaveTextContent(text))
    await expectAllTyped()
  })

  test('focuses a rejected field', async () => {
    const fields = { cipherCode: 'Min 8 characters' }
    answer(signUp, () => Promise.reject(new Rejection(400, 'x', { fields })))
    await openFilled()
    await press('Sign up')
    await expectNotice('Min 8 characters')
    await expectFieldError('Password', 'Min 8 characters')
    expect(await fieldOf('Password')).toHaveFocus()
    await expectAllTyped()
  })

  test('shows a taken name and address once, until the next attempt', async () => {
    const fields = {
      emailAddress: 'This email address is already registered.',
      username: 'This username is already taken.',
    }
    const both = Object.values(fields).join(', ')
    const taken = Object.assign(new Rejection(409, ''), {
      response: Response.json(
        { error: Object.values(fields), message: '', code: 'TAKEN', fields },
        { status: 409 },
      ),
    })
    answer(signUp, () => Promise.reject(taken))
    await openFilled()
    await press('Sign up')
    await expectNotice(both)
    await expectFieldError('Username', fields.username)
    await expectFieldError('Email', fields.emailAddress)
    expect(await fieldOf('Username')).toHaveFocus()
    const form = await card('Sign up')
    expect(form.getAllByText(/already taken/)).toHaveLength(1)
    expect(form.getAllByText(/already registered/)).toHaveLength(1)
    await fill('Username', '')
    await press('Sign up')
    await expectFieldError('Username', 'Required.')
    await waitFor(() => expect(screen.queryByText(both)).not.toBeInTheDocument())
  })

  test('leads whoever has signed up before to the mail, with the address typed now', async () => {
    const fields = { username: 'This username is already taken.' }
    answer(signUp, () => Promise.reject(new Rejection(409, fields.username, { code: 'TAKEN', fields })))
    answer(changeSignUpEmail, ({ body }) => ({ id: 9, username: 'sade', emailAddress: body.emailAddress }))
    await openFilled()
    await press('Sign up')
    await userEvent.click(await screen.findByRole('link', { name: 'Send the mail again' }))
    expect(await fieldOf('Email')).toHaveValue(draft.email)
    await press('Send the mail')
    await screen.findByText(draft.email)
    expect(callsOf(changeSignUpEmail)[0]?.body).toMatchObject({
      username: 'sade',
      userSecret: 'Fresh#Start1',
    })
  })

  test('takes the name of a people that is not listed', async () => {
    const anotherPeople = newGroup(89, 'Another people', { isAnotherPeople: true })
    answer(listGroups, ({ query }) => ({
      ...noGroups,
      content: query.name === 'Another people' ? [anotherPeople] : [],
    }))
    answer(signUp, () => ({ id: 9, username: 'sade', emailAddress: draft.email }))
    await openFilled({ ...draft, group: null })
    await press('My people are not listed')
    expect(await fieldOf('Your people')).toHaveFocus()
    await press('Sign up')
    expect(await fieldOf('Your people')).toHaveAccessibleDescription(/^Required\./)
    await fill('Your people', 'Igara')
    await press('Choose from the list')
    expect(await fieldOf('Ethnic group')).toHaveValue('')
    await userEvent.type(await fieldOf('Ethnic group'), 'Ogori')
    await press('My people are not listed')
    expect(await fieldOf('Your people')).toHaveValue('Ogori')
    await press('Choose from the list')
    await userEvent.type(await fieldOf('Ethnic group'), 'Ogori Magongo')
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'My people are not listed' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(await fieldOf('Your people')).toHaveValue('Ogori Magongo')
    cleanup()
    await open('/signup')
    expect(await fieldOf('Your people')).toHaveValue('Ogori Magongo')
    await fill('Password', 'Fresh#Start1')
    await press('Sign up')
    await screen.findByText(/follow the link to verify your email/)
    expect(callsOf(signUp)[0]?.body).toMatchObject({ groupId: 89, proposedGroup: 'Ogori Magongo' })
  })
})

describe('the request for a new password', () => {
  const lead = () => screen.queryByText(/^Tell us your email, and we send you a link/)

  test('takes the address from sign-in and passes it back', async () => {
    await open('/')
    await userEvent.type(await fieldOf('Username'), 'ada@example.com')
    await userEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }))
    expect(await fieldOf('Email')).toHaveValue('ada@example.com')
    await fill('Email', 'ada.n@example.com')
    await press('Sign In')
    expect(await fieldOf('Username')).toHaveValue('ada.n@example.com')
  })

  test('requires an address', async () => {
    await open('/reset-password')
    await press('Submit')
    await expectFieldError('Email', 'Required.')
    expect(await fieldOf('Email')).toHaveFocus()
    await fill('Email', 'ada@example')
    await userEvent.tab()
    await expectFieldError('Email', 'Email must be valid')
  })

  test('keeps the address when it fails and shows why', async () => {
    answer(requestReset, () =>
      oddAnswer(500, '{"error":["The post is late","try again"],"message":"unused"}'),
    )
    await open('/reset-password')
    await fill('Email', 'ada@example.com')
    await press('Submit')
    await expectNotice('The post is late, try again')
    expect(screen.getAllByText(/The post is late/, { selector: 'p' })).toHaveLength(1)
    answer(requestReset, () => Promise.reject(noConnection))
    await press('Submit')
    await expectNotice(noReplyText)
    expect(await fieldOf('Email')).toHaveValue('ada@example.com')
  })

  test('shows where the mail was sent, and the address can be corrected', async () => {
    const release = answerLater(requestReset, () => null)
    await open('/reset-password')
    await fill('Email', 'nobody@exampel.com')
    await press('Submit')
    expect(await button('Submit')).toHaveAttribute('aria-disabled', 'true')
    release()
    await expectNotice('Please check your email')
    expect(screen.getByText('nobody@exampel.com').closest('p')).toHaveTextContent(
      'If an account has the address nobody@exampel.com, a mail is on its way there.',
    )
    expect(await button(/^Send again in \d+ s$/)).toBeDisabled()
    expect(lead()).not.toBeInTheDocument()
    await press('Use another address')
    expect(lead()).toBeInTheDocument()
    expect(await fieldOf('Email')).toHaveValue('nobody@exampel.com')
  })
})

describe('a new password by the link of the mail', () => {
  const newPassword = 'Brand#New2026'

  async function openFilled(): Promise<void> {
    await open('/update-password?vCode=secret-code')
    await fill('Password', newPassword)
    await fill('Confirm password', newPassword)
  }

  test('shows both passwords on demand', async () => {
    await open('/update-password?vCode=secret-code')
    const fields = [await fieldOf('Password'), await fieldOf('Confirm password')]
    for (const field of fields) expect(field).toHaveAttribute('type', 'password')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Show passwords' }))
    for (const field of fields) {
      expect(field).toHaveAttribute('type', 'text')
      expect(field).toHaveAttribute('autocomplete', 'new-password')
    }
  })

  test('shows missing or invalid passwords at their fields', async () => {
    await open('/update-password?vCode=secret-code')
    await press('Update password')
    await expectFieldError('Password', 'Required.')
    await expectFieldError('Confirm password', 'Required.')
    expect(await fieldOf('Password')).toHaveFocus()
    for (const [text, error] of [
      ['Ab1#', 'Minimum 8 characters password.'],
      ['abcdefgh', mixed],
    ] as const) {
      await fill('Password', text)
      await userEvent.tab()
      await expectFieldError('Password', error)
    }
    await fill('Password', newPassword)
    await fill('Confirm password', 'Brand#New2027')
    await press('Update password')
    await expectFieldError('Confirm password', 'Passwords must match.')
    expect(await fieldOf('Confirm password')).toHaveFocus()
  })

  test.each([
    ['a fault of the server', new Rejection(500, 'Something went wrong.'), 'Something went wrong.'],
    ['no connection', noConnection, noReplyText],
  ])('keeps the typed text after %s', async (_, failure, text) => {
    answer(resetPassword, () => Promise.reject(failure))
    await openFilled()
    await press('Update password')
    await expectNotice(text)
    expect(screen.getAllByText(text, { selector: 'p' })).toHaveLength(1)
    expect(await fieldOf('Password')).toHaveValue(newPassword)
    expect(await fieldOf('Confirm password')).toHaveValue(newPassword)
  })

  test('shows a rejected password once, at its field', async () => {
    const fields = { cipher: 'Too common.' }
    answer(resetPassword, () => Promise.reject(new Rejection(400, 'Too common.', { fields })))
    await openFilled()
    await press('Update password')
    await expectFieldError('Password', 'Too common.')
    expect((await card('New password')).getAllByText('Too common.')).toHaveLength(1)
    expect(await fieldOf('Password')).toHaveFocus()
  })

  test('hides the code, keeps it over a reload and deletes it after use', async () => {
    const spent = 'This link is no longer valid. Please ask for a new one.'
    answer(resetPassword, () => Promise.reject(new Rejection(400, spent, { code: 'INVALID_CODE' })))
    await openFilled()
    expect(location.search).toBe('')
    cleanup()
    await open('/update-password')
    await fill('Password', newPassword)
    await fill('Confirm password', newPassword)
    await press('Update password')
    await screen.findByText(spent)
    expect(callsOf(resetPassword)[0]?.body).toMatchObject({ resetCode: 'secret-code' })
    expect(screen.queryByRole('region', { name: 'Notices' })).not.toBeInTheDocument()
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
    cleanup()
    await open('/update-password')
    await screen.findByText(/^This link is incomplete\./)
    await button('Send a new mail')
  })
})
