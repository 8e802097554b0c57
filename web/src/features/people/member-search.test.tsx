import { getProfile, searchMembers } from '@rootsquare/contract/profiles'
import { listFollowing } from '@rootsquare/contract/people'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, answerLater, callsOf, Rejection } from '#web/test/fake-server.ts'
import { onlyPage, sampleEntry, sampleProfile } from '#web/test/members.ts'
import { openApp } from '#web/test/open-app.tsx'
import { press, textsOf } from '#web/test/page.ts'

beforeEach(() => {
  answer(getProfile, () => sampleProfile())
  answer(listFollowing, () => onlyPage([]))
})

describe('the search for users', () => {
  const search = () => screen.findByRole('combobox', { name: 'Search for users' })
  const options = () => textsOf(screen.queryAllByRole('option'))
  const type = async (text: string) => fireEvent.input(await search(), { target: { value: text } })

  async function openSearch(): Promise<void> {
    await openApp('/profile/following')
    await press('Find people')
  }

  test('searches once, 300 ms after the last key', async () => {
    answer(searchMembers, () => onlyPage([]))
    await openSearch()
    const field = await search()
    expect(field).toHaveAttribute('placeholder', 'Search For Users...')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const value of ['z', 'zz', 'zzqx']) fireEvent.input(field, { target: { value } })
    await act(() => vi.advanceTimersByTimeAsync(299))
    expect(callsOf(searchMembers)).toEqual([])
    screen.getByText('Searching…')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(callsOf(searchMembers).map(({ query }) => query.q)).toEqual(['zzqx'])
    while (screen.queryByText('User not found') === null) await act(() => vi.advanceTimersByTimeAsync(10))
    fireEvent.input(field, { target: { value: '' } })
    expect(screen.queryByText('User not found')).not.toBeInTheDocument()
  })

  test('ignores the @ of a username', async () => {
    answer(searchMembers, () => onlyPage([sampleEntry(5)]))
    await openSearch()
    await type('@member5')
    await waitFor(() => expect(options()).toEqual(['Member5 Of Many@member5']))
    expect(callsOf(searchMembers)[0]?.query.q).toBe('member5')
  })

  test('retries after a failure', async () => {
    answer(searchMembers, () => Promise.reject(new Rejection(400, 'Not now')))
    await openSearch()
    await type('zzqy')
    await screen.findByText('Not now')
    answer(searchMembers, () => onlyPage([]))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('User not found')).toBeInTheDocument()
  })

  test('keeps the results until the next answer arrives', async () => {
    answer(searchMembers, () => onlyPage([sampleEntry(5)]))
    await openSearch()
    await type('member5')
    await waitFor(() => expect(options()).toHaveLength(1))
    const release = answerLater(searchMembers, () => onlyPage([sampleEntry(6)]))
    await type('member6')
    expect(screen.getByRole('listbox')).toHaveAttribute('data-settling', 'true')
    await userEvent.type(await search(), '{Enter}')
    expect(location.pathname).toBe('/profile/following')
    release()
    await waitFor(() => expect(options()).toEqual(['Member6 Of Many@member6']))
  })

  test('keys choose a result, and Escape closes the list', async () => {
    answer(searchMembers, () => onlyPage([sampleEntry(5), sampleEntry(6), sampleEntry(7)]))
    await openSearch()
    const field = await search()
    await userEvent.type(field, 'e')
    await waitFor(() => expect(options()).toHaveLength(3))
    const chosen = () =>
      screen.getAllByRole('option').findIndex((option) => option.getAttribute('aria-selected') === 'true')
    const expectChosen = (at: number) => waitFor(() => expect(chosen()).toBe(at))
    await expectChosen(0)
    await userEvent.keyboard('{ArrowDown}')
    await expectChosen(1)
    expect(field).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[1]?.id)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expectChosen(2)
    await userEvent.keyboard('{Escape}')
    expect(options()).toEqual([])
    expect(field).toHaveValue('e')
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(options()).toHaveLength(3))
  })

  test('shows how many more there are and who is followed', async () => {
    const page = onlyPage([sampleEntry(5, { isFollowedByUser: true })])
    answer(searchMembers, () => ({ ...page, totalElements: 40 }))
    await openSearch()
    await type('m')
    await screen.findByText('1 of 40. Type more of the name to find others.')
    expect(options()).toEqual(['Member5 Of Many@member5Following'])
  })
})
