import { changeSignUpEmail, resendVerification, verifyEmail } from '@rootsquare/contract/accounts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { lastOf } from '#web/lib/browser/lists.ts'
import { answer, answerLater, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, expectFieldError, expectNotice, fieldOf, fill, noReplyText, press } from '#web/test/page.ts'

const open = (path: string) => openApp(path, { isVisitor: true })

describe('the mail to verify an address', () => {
  const again = () => button(/^Send (again in|the mail again)/)
  const storeSentMail = (at: number) =>
    window.sessionStorage.setItem(
      'rootsquare.mail-sent',
      JSON.stringify({ address: 'ada@example.com', at, username: 'ada' }),
    )
  const sentTo = (address: string) => `We sent a mail to ${address}.`
  const cardText = async () => (await screen.findByRole('main')).textContent

  test('is never said to be sent to an address that was only typed', async () => {
    answer(resendVerification, () => null)
    await open('/mail-sent')
    await screen.findByText(/Which address did you sign up with\?/)
    await press('Send the mail again')
    await expectFieldError('Email', 'Required.')
    await fill('Email', 'nobody@example.com')
    await userEvent.keyboard('{Enter}')
    await expectNotice('Please check your email')
    expect(await cardText()).toContain('If nobody@example.com still waits to be verified')
    expect(await again()).toBeDisabled()
    cleanup()
    await open('/mail-sent')
    await screen.findByText(/Which address did you sign up with\?/)
    expect(await cardText()).not.toContain('nobody@example.com')
  })

  test('goes to another address when the server has sent it there, also after a reload', async () => {
    storeSentMail(Date.now())
    await open('/mail-sent')
    expect(await cardText()).toContain(sentTo('ada@example.com'))
    await press('Use another address')
    expect(await fieldOf('Email')).toHaveValue('ada@example.com')
    expect(await fieldOf('Email')).toHaveFocus()
    await fill('Email', 'ada.obi@example.com')
    await press('Send the mail')
    await expectFieldError('Password', 'Required.')
    await fill('Password', 'Fresh#Start1')
    const taken = 'This email address is already registered.'
    answer(changeSignUpEmail, () =>
      Promise.reject(new Rejection(409, taken, { code: 'TAKEN', fields: { emailAddress: taken } })),
    )
    await press('Send the mail')
    await expectFieldError('Email', taken)
    cleanup()
    await open('/mail-sent')
    expect(await cardText()).toContain(sentTo('ada@example.com'))
    await press('Use another address')
    answer(changeSignUpEmail, ({ body }) => ({ id: 9, username: 'ada', emailAddress: body.emailAddress }))
    await fill('Email', 'ada.obi@example.com')
    await fill('Password', 'Fresh#Start1')
    await press('Send the mail')
    await waitFor(async () => expect(await cardText()).toContain(sentTo('ada.obi@example.com')))
    expect(lastOf(callsOf(changeSignUpEmail))?.body).toEqual({
      username: 'ada',
      userSecret: 'Fresh#Start1',
      emailAddress: 'ada.obi@example.com',
      validationUrl: `${location.origin}/mail-validate`,
    })
    expect(JSON.stringify({ ...window.sessionStorage, ...window.localStorage })).not.toContain('Fresh#Start1')
    cleanup()
    await open('/mail-sent')
    expect(await cardText()).toContain(sentTo('ada.obi@example.com'))
  })

  test('asks for name and password after a wrong one, and can be left', async () => {
    const text = 'Wrong username or password.'
    answer(changeSignUpEmail, () => Promise.reject(new Rejection(400, text, { code: 'BAD_CREDENTIALS' })))
    storeSentMail(Date.now())
    await open('/mail-sent')
    await press('Use another address')
    expect(await fieldOf('Username')).toHaveValue('ada')
    await fill('Password', 'Incorrect#1')
    await press('Send the mail')
    await expectNotice(text)
    await press('Cancel')
    expect(await cardText()).toContain(sentTo('ada@example.com'))
  })

  test('can be sent again after a minute', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    storeSentMail(Date.now() - 30_000)
    await open('/mail-sent')
    expect(await again()).toBeDisabled()
    act(() => void vi.advanceTimersByTime(30_000))
    expect(await again()).toBeEnabled()
  })

  test('can be retried after a rejection', async () => {
    storeSentMail(Date.now() - 61_000)
    answer(resendVerification, () => Promise.reject(new Rejection(429, 'Too many mails.')))
    await open('/mail-sent')
    await userEvent.click(await again())
    await expectNotice('Too many mails.')
    expect(await again()).toBeEnabled()
    answer(resendVerification, () => null)
    await userEvent.click(await again())
    await waitFor(async () => expect(await again()).toBeDisabled())
  })
})

describe('the link to verify an address', () => {
  const verified = 'Email verification successful'

  test('can be retried while the server is away', async () => {
    answer(verifyEmail, () => Promise.reject(new Rejection(503, 'Back in a moment.')))
    await open('/mail-validate?vCode=abc')
    await screen.findByText('Back in a moment.')
    answer(verifyEmail, () => Promise.reject(noConnection))
    await press('Retry')
    await screen.findByText(noReplyText)
    const release = answerLater(verifyEmail, () => ({ verified: true as const }))
    await press('Retry')
    await screen.findByText('Verifying your email…')
    release()
    await screen.findByText(verified)
    expect(callsOf(verifyEmail)).toHaveLength(3)
  })

  test('is not used again after a reload', async () => {
    window.sessionStorage.setItem('rootsquare.verified', 'abc')
    await open('/mail-validate?vCode=abc')
    await screen.findByText(verified)
    expect(callsOf(verifyEmail)).toEqual([])
  })

  test('says that it is incomplete and offers a new mail', async () => {
    await open('/mail-validate?vCode=')
    await screen.findByText(/^This link is incomplete\./)
    expect(await button('Send a new mail')).toBeInTheDocument()
  })

  test('can be replaced if it is no longer valid', async () => {
    const text = 'This link is no longer valid. Please ask for a new one.'
    answer(verifyEmail, () => Promise.reject(new Rejection(400, text)))
    answer(resendVerification, () => null)
    await open('/mail-validate?vCode=old')
    await screen.findByText(text)
    await press('Send a new mail')
    await expectFieldError('Email', 'Required.')
    await fill('Email', 'not an address')
    await press('Send a new mail')
    await expectFieldError('Email', 'Email must be valid')
    await fill('Email', 'ada@example.com')
    await userEvent.keyboard('{Enter}')
    await expectNotice('Please check your email')
    expect(screen.getByText('ada@example.com').closest('p')).toHaveTextContent(
      'If ada@example.com still waits to be verified',
    )
    expect(await button(/^Send again in/)).toBeDisabled()
  })
})
