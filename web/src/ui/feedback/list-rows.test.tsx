import { listAudit, type AuditLine } from '@rootsquare/contract/moderation'
import { pageOf } from '@rootsquare/contract/lib/paged'
import { getCart } from '@rootsquare/contract/trade/cart'
import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerCheckout, sampleLine } from '#web/test/cart-line.ts'
import { answer } from '#web/test/fake-server.ts'
import { answerAround, received, shownMessages } from '#web/test/message-answers.ts'
import { openApp } from '#web/test/open-app.tsx'
import { openFeed, openPost, samplePost, sampleComment, commentRows } from '#web/test/posts.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'

const broken = 'This cannot be shown.'
const brokenDate = '1999-01-01T12:00:00.000Z'
const brokenPrice = 1999

/** Makes the functions that format one date and one amount throw, as they do where a browser lacks what they call. */
function breakOneRow(): void {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  breakFormat(Intl.DateTimeFormat.prototype, new Intl.DateTimeFormat('en-NG').format, Date.parse(brokenDate))
  breakFormat(Intl.NumberFormat.prototype, new Intl.NumberFormat('en-NG').format, brokenPrice)
}

function breakFormat<T>(prototype: object, format: (value: T) => string, brokenValue: number): void {
  // In browsers `format` is a getter, which the types do not know.
  vi.spyOn(Object(prototype), 'format', 'get').mockReturnValue((value: T) => {
    if (Number(value) === brokenValue) throw new TypeError('x is not a function')
    return format(value)
  })
}

test('shows the other posts of a feed', async () => {
  breakOneRow()
  await openFeed(
    samplePost({ id: 1, caption: 'First' }),
    samplePost({ id: 2, caption: 'Second', createdDate: brokenDate }),
    samplePost({ id: 3, caption: 'Third' }),
  )
  const rows = screen.getAllByRole('article').map(({ textContent }) => textContent)
  expect(rows).toEqual([expect.stringContaining('First'), broken, expect.stringContaining('Third')])
})

test('shows the other comments of a post', async () => {
  breakOneRow()
  await openPost(samplePost(), [
    sampleComment(1, 'First', { createdDate: brokenDate }),
    sampleComment(2, 'Second'),
  ])
  await screen.findByText('Second')
  expect(commentRows().map(({ textContent }) => textContent)).toEqual([
    broken,
    expect.stringContaining('Second'),
  ])
})

test('shows the other lines of a cart', async () => {
  breakOneRow()
  answerCheckout()
  const bad = { ...sampleLine, price: brokenPrice, available: false }
  answer(getCart, () => [
    { ...sampleLine, id: 1, itemId: 1, name: 'Bead' },
    { ...bad, id: 2, itemId: 2 },
  ])
  await openApp('/cart')
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Bead'), broken])
})

test('shows the other messages of a conversation', async () => {
  breakOneRow()
  answerAround([received(1, 'First', { createdDate: brokenDate }), received(2, 'Second')])
  await openApp('/messages/2')
  await screen.findByText('Second')
  expect(shownMessages()).toEqual([broken, expect.stringContaining('Second')])
})

test('shows the other rows of a table', async () => {
  breakOneRow()
  const rows = [entryBy(1, 'bose'), entryBy(2, 'wale', brokenDate), entryBy(3, 'zainab')]
  answer(listAudit, ({ query }) => pageOf(rows, rows.length, query))
  await openApp('/admin-audit', { roles: ['SUPERADMIN'] })
  const [, ...shown] = within(await screen.findByRole('table', { busy: false })).getAllByRole('row')
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('bose'),
    broken,
    expect.stringContaining('zainab'),
  ])
})

function entryBy(id: number, actorUsername: string, createdDate = new Date().toISOString()): AuditLine {
  const of = { userId: 7, username: 'ada', action: 'BAN_USER', reason: 'Rude', detail: null } as const
  return { id, actorId: 3, actorUsername, targetType: null, targetId: null, createdDate, ...of }
}

test('reports a broken row once, and tries it again when its data changes', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const list = (rows: { id: number; name: string | null }[]) => (
    <ul>
      <ListRows of={rows} rowKey={({ id }) => id}>
        {({ name }) => {
          if (name === null) throw new TypeError('x is not a function')
          return <li>{name}</li>
        }}
      </ListRows>
    </ul>
  )
  const [first, second] = [
    { id: 1, name: 'First' },
    { id: 2, name: null },
  ]
  const { rerender } = render(list([first, second]))
  rerender(list([first, second]))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['First', broken])
  expect(logged).toHaveBeenCalledTimes(1)
  rerender(list([first, { id: 2, name: 'Second' }]))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['First', 'Second'])
})
