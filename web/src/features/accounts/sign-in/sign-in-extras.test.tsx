import { login } from '@rootsquare/contract/accounts'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { allowUnanswered, answer, callsOf, Rejection } from '#web/test/fake-server.ts'
import { openApp, tokenFor } from '#web/test/open-app.tsx'
import { button, expectNotice, press } from '#web/test/page.ts'
import { answerMember } from '#web/test/posts.ts'

/** Writes into the page what the server does. */
function serverWrites(tags: string): void {
  document.head.insertAdjacentHTML('beforeend', tags)
  onTestFinished(() => {
    for (const tag of document.querySelectorAll('[name=demo-login],[property^="og:"]')) tag.remove()
  })
}

const card = `<meta property="og:title" content="Tiv on Rootsquare" />
  <meta property="og:url" content="https://square.example/group/7" />
  <meta property="og:image" content="https://square.example/share-card/group/7.jpg?v=1" />`

test('shows the group whose link a visitor followed', async () => {
  serverWrites(card)
  await openApp('/group/7/culture', { isVisitor: true })
  const figure = await screen.findByRole('figure', { name: 'Shared with you' })
  expect(figure).toHaveTextContent('Tiv on Rootsquare')
  expect(figure.querySelector('img')).toHaveAttribute('src', '/share-card/group/7.jpg?v=1')
  expect(location.pathname).toBe('/')
})

test('shows nothing of a page that the visitor did not ask for', async () => {
  serverWrites(card)
  await openApp('/settings', { isVisitor: true })
  await button('Sign In')
  expect(screen.queryByRole('figure')).not.toBeInTheDocument()
})

test('signs in to the demo data in one press', async () => {
  allowUnanswered()
  answerMember()
  const demo = { name: 'Adaeze', username: 'adaeze.n', password: 'Demo#2026x' }
  serverWrites(`<meta name="demo-login" content='${JSON.stringify(demo)}' />`)
  answer(login, () => Promise.reject(new Rejection(503, 'Busy')))
  await openApp('/', { isVisitor: true })
  await press('Look around as Adaeze')
  await expectNotice(/Busy/)
  const session = { access_token: tokenFor(1), user_id: 1, expires_in: 3600 }
  answer(login, () => ({ ...session, roles: ['USER' as const] }))
  await press('Look around as Adaeze')
  await waitFor(() => expect(location.pathname).toBe('/loading'))
  expect(callsOf(login)[1]?.body).toEqual({ username: 'adaeze.n', userSecret: 'Demo#2026x' })
})

test('offers no log-in on an ordinary server', async () => {
  await openApp('/', { isVisitor: true })
  await button('Sign In')
  expect(screen.queryByText(/Look around/)).not.toBeInTheDocument()
})
