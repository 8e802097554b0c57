import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Calendar } from '#web/ui/calendar/calendar.tsx'
import { lastOf } from '#web/lib/browser/lists.ts'

const chosen = vi.fn<(day: string) => void>()
const open = (value: string) => render(<Calendar value={value} onChoose={chosen} />)

test.each([
  ['{ArrowRight}', '2026-03-01', '2 March 2026'],
  ['{ArrowDown}', '2026-03-02', '9 March 2026'],
  ['{End}', '2026-03-09', '15 March 2026'],
  ['{ArrowUp}', '2026-03-15', '8 March 2026'],
  ['{Home}', '2026-03-08', '2 March 2026'],
  ['{PageUp}', '2026-03-02', '2 February 2026'],
  ['{PageDown}', '2026-02-02', '2 March 2026'],
  ['{ArrowLeft}', '2026-03-01', '28 February 2026'],
  ['{PageUp}', '2026-03-31', '28 February 2026'],
  ['{Shift>}{PageUp}{/Shift}', '2024-02-29', '28 February 2023'],
  ['{Shift>}{PageDown}{/Shift}', '2026-03-01', '1 March 2027'],
])('%s leads from %s to %s', async (keys, from, to) => {
  open(from)
  await userEvent.keyboard(keys)
  expect(screen.getByRole('button', { name: to })).toHaveFocus()
})

test('a month is written in weeks from Monday, and a day is chosen', async () => {
  open('2026-03-15')
  const grid = within(screen.getByRole('grid', { name: 'March 2026' }))
  const [head, first, ...others] = grid.getAllByRole('row')
  expect(head).toHaveTextContent('MoTuWeThFrSaSu')
  expect(first).toHaveTextContent(/^1$/)
  expect(lastOf(others.map(({ textContent }) => textContent))).toBe('3031')
  await userEvent.click(grid.getByRole('button', { name: '31 March 2026' }))
  expect(chosen).toHaveBeenLastCalledWith('2026-03-31')
})

test('another month or year is chosen from a list', async () => {
  open('2026-03-31')
  await userEvent.selectOptions(screen.getByLabelText('Month'), 'February')
  await userEvent.selectOptions(screen.getByLabelText('Year'), '2025')
  await userEvent.click(screen.getByRole('button', { name: '28 February 2025' }))
  expect(chosen).toHaveBeenLastCalledWith('2025-02-28')
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }))
  expect(screen.getByRole('button', { name: '31 March 2025' })).toBeVisible()
})
