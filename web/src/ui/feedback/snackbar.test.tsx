import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Snackbars } from '#web/ui/feedback/snackbar.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(clearSnackbars)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const stack = () => screen.getByRole('region', { name: 'Notices' })
const seconds = (count: number) => act(() => vi.advanceTimersByTime(count * 1000))
const isShown = () => screen.queryByText('It went well') !== null
const point = (type: 'Enter' | 'Leave', pointerType: string) =>
  fireEvent[`pointer${type}`](stack(), { pointerType })

function hideTab(): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

function show(): void {
  render(<Snackbars />)
  act(() => void showSnackbar('success', 'It went well'))
}

test('a mouse over the snackbar pauses it until it leaves', () => {
  show()
  seconds(3)
  point('Enter', 'mouse')
  seconds(20)
  point('Leave', 'mouse')
  seconds(1.9)
  expect(isShown()).toBe(true)
  seconds(0.2)
  expect(isShown()).toBe(false)
})

test.each([
  ['a mouse that rests on it', () => point('Enter', 'mouse')],
  ['a hidden tab', () => hideTab()],
])('%s does not pause the snackbar endlessly', (_, pause) => {
  show()
  pause()
  seconds(34)
  expect(isShown()).toBe(true)
  seconds(2)
  expect(isShown()).toBe(false)
})

test('a touch does not stop the time', () => {
  show()
  point('Enter', 'touch')
  seconds(6)
  expect(isShown()).toBe(false)
})

/** Sets the position of each element, because happy-dom has no layout. */
function placeAt(isAtBottom: (element: Element) => boolean): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return isAtBottom(this) ? new DOMRect(0, 600, 300, 60) : new DOMRect(0, 0, 300, 60)
  })
}

test('the snackbar moves away from the pressed control and from a bar', () => {
  placeAt((element) => element.matches('section, [data-low]'))
  const { container } = render(
    <>
      <button type="button" data-low>
        More
      </button>
      <button type="button">Elsewhere</button>
      <Snackbars />
    </>,
  )
  fireEvent.pointerDown(screen.getByText('More'))
  act(() => void showSnackbar('success', 'It went well'))
  expect(stack()).toHaveAttribute('data-top')
  fireEvent.pointerDown(screen.getByText('Elsewhere'))
  fireEvent.pointerUp(screen.getByText('Elsewhere'))
  expect(stack()).not.toHaveAttribute('data-top')
  container.append(bar())
  act(() => void window.dispatchEvent(new Event('resize')))
  expect(stack()).toHaveAttribute('data-top')
})

const bar = () => Object.assign(document.createElement('div'), { innerHTML: '<p data-action-bar data-low>' })

test('the snackbar moves away from a bar that appears later', async () => {
  placeAt((element) => element.matches('section, [data-low]'))
  const { container } = render(<Snackbars />)
  act(() => void showSnackbar('success', 'It went well'))
  expect(stack()).not.toHaveAttribute('data-top')
  container.append(bar())
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(stack()).toHaveAttribute('data-top')
})
