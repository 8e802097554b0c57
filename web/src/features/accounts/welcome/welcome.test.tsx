import type { Profile } from '@rootsquare/contract/profiles'
import { leaveGroup, suggestGroups } from '@rootsquare/contract/groups'
import { followMember, suggestMembers } from '@rootsquare/contract/people'
import { homeFeed } from '@rootsquare/contract/posts'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { allowUnanswered, answer, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { answerJoin, suggestedGroup } from '#web/test/group-answers.ts'
import { sampleProfile, suggestedMember } from '#web/test/members.ts'
import { closeApp, openApp } from '#web/test/open-app.tsx'
import { expectNotice, noReplyText, press, untilLoaded } from '#web/test/page.ts'
import { answerMember, feedPage } from '#web/test/posts.ts'

const expectHeading = (name: string) => screen.findByRole('heading', { level: 1, name })
const expectPath = (path: string) => waitFor(() => expect(location.pathname).toBe(path))

/** Opens the app and passes the splash, as after a sign-in. */
async function passSplash(own: Partial<Profile> = {}): Promise<void> {
  allowUnanswered()
  answerMember(() => sampleProfile(own))
  answer(homeFeed, () => feedPage([]))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openApp('/loading')
  await screen.findByText('Getting your feed ready…')
  // Who is a newcomer is known only if the profile has arrived by the end of the splash.
  await untilLoaded()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  vi.useRealTimers()
}

describe('after the log-in', () => {
  test('welcomes a newcomer once', async () => {
    await passSplash()
    await expectPath('/welcome')
    await expectHeading('Add a picture')
    await closeApp()
    await passSplash()
    await expectPath('/user')
  })

  test('leads a member who follows three people to the home page', async () => {
    await passSplash({ followingCount: 3 })
    await expectPath('/user')
  })

  test('welcomes a newcomer who followed a link, and then opens it', async () => {
    window.sessionStorage.setItem('rootsquare.asked-for', '/settings?from=mail')
    await passSplash()
    await expectPath('/welcome')
    await userEvent.click(await screen.findByRole('link', { name: 'Skip all' }))
    await expectPath('/settings')
    expect(location.search).toBe('?from=mail')
  })

  test('welcomes a newcomer who requested the home page', async () => {
    window.sessionStorage.setItem('rootsquare.asked-for', '/user')
    await passSplash()
    await expectPath('/welcome')
  })
})

describe('the welcome', () => {
  async function openStep(step: string): Promise<void> {
    allowUnanswered()
    answerMember(() => sampleProfile())
    answer(homeFeed, () => feedPage([]))
    await openApp(`/welcome${step}`)
  }

  test('Next leads from a picture to people, groups and home', async () => {
    answer(suggestMembers, () => [suggestedMember(2)])
    const igala = suggestedGroup(5, 'Igala', 'OWN_STATE')
    answer(suggestGroups, () => [igala])
    answerJoin(igala)
    await openStep('')
    await screen.findByRole('button', { name: /^Choose/ })
    await press('Next')
    await expectHeading('Follow three people')
    await screen.findByRole('button', { name: 'Follow Member2 Of Many' })
    await press('Next')
    await expectHeading('Join two groups')
    await press('Join Igala')
    await screen.findByRole('button', { name: 'Leave Igala' })
    await press('Done')
    await expectPath('/user')
    expect(screen.queryByText('You have joined Igala', { ignore: '#live-polite' })).toBeNull()
  })

  test('joins a group with one press and leaves it after a question', async () => {
    const igala = suggestedGroup(5, 'Igala')
    answer(suggestGroups, () => [igala])
    answerJoin(igala)
    answer(leaveGroup, () => ({ joined: false }))
    await openStep('/groups')
    await press('Join Igala')
    await press('Leave Igala')
    await press('Leave')
    expect(await screen.findByRole('button', { name: 'Join Igala' })).toBeVisible()
    expect(callsOf(leaveGroup)).toHaveLength(1)
  })

  test('follows with one press and asks before it unfollows', async () => {
    answer(suggestMembers, () => [suggestedMember(2), suggestedMember(3)])
    answer(followMember, () => ({ following: true }))
    await openStep('/people')
    for (const name of ['Member2 Of Many', 'Member3 Of Many']) {
      await press(`Follow ${name}`)
      await screen.findByRole('button', { name: `Unfollow ${name}` })
    }
    expect(callsOf(followMember).map(({ params }) => params.id)).toEqual([2, 3])
    await press('Unfollow Member2 Of Many')
    expect(await screen.findByRole('dialog', { name: 'Unfollow Member2 Of Many?' })).toBeVisible()
  })

  test('shows why somebody could not be followed', async () => {
    answer(suggestMembers, () => [suggestedMember(2)])
    answer(followMember, () => Promise.reject(new Rejection(403, 'Not this one')))
    await openStep('/people')
    await press('Follow Member2 Of Many')
    await expectNotice('Not this one')
  })

  test('leads back by the link and by the browser', async () => {
    await openStep('/people')
    await press('Next')
    await expectHeading('Join two groups')
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    await expectHeading('Follow three people')
    window.history.back()
    await expectHeading('Join two groups')
  })

  test.each([
    ['', 'Skip all'],
    ['/people', 'Skip all'],
    ['/groups', 'Skip'],
  ])('can be left at /welcome%s by %s', async (step, name) => {
    await openStep(step)
    await userEvent.click(await screen.findByRole('link', { name }))
    await expectPath('/user')
  })

  test('continues even if nothing can be loaded', async () => {
    answer(suggestMembers, () => Promise.reject(noConnection))
    answer(suggestGroups, () => Promise.reject(noConnection))
    await openStep('/people')
    await screen.findByText(noReplyText)
    await press('Next')
    await expectHeading('Join two groups')
    await screen.findByText(noReplyText)
    answer(suggestGroups, () => [])
    await press('Retry')
    await screen.findByText('No suggestions yet.')
    await press('Done')
    await expectPath('/user')
  })
})
