import { getProfile, type Profile } from '@rootsquare/contract/profiles'
import { getClosure } from '@rootsquare/contract/accounts'
import { joinGroup, suggestGroups } from '@rootsquare/contract/groups'
import { listItems } from '@rootsquare/contract/trade/market'
import { followMember, suggestMembers } from '@rootsquare/contract/people'
import { homeFeed, memberPosts } from '@rootsquare/contract/posts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answer, callsOf, noConnection } from '#web/test/fake-server.ts'
import { answerJoin, suggestedGroup } from '#web/test/group-answers.ts'
import { onlyPage, sampleProfile, suggestedMember } from '#web/test/members.ts'
import { openApp } from '#web/test/open-app.tsx'
import { expectNotice, noReplyText, press, textsOf } from '#web/test/page.ts'
import { answerMember, feedPage, samplePost } from '#web/test/posts.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, at) => samplePost({ id: at + 1 }))
const rowsIn = async (name: string) =>
  textsOf(within(await screen.findByRole('list', { name })).getAllByRole('listitem'))

async function openHome(posts: number): Promise<void> {
  answerMember()
  answer(listItems, () => onlyPage([]))
  answer(homeFeed, () => feedPage(numbered(posts)))
  await openApp('/user')
}

async function followFirst(): Promise<void> {
  answer(followMember, () => ({ following: true }))
  await press('Follow Member2 Of Many')
  await press('Follow', within(await screen.findByRole('dialog', { name: /^Follow Member2/ })))
  await expectNotice('You follow Member2 Of Many')
}

describe('home with a short feed', () => {
  test('shows why it suggests people and groups', async () => {
    answer(suggestMembers, () => [
      suggestedMember(2, 'FOLLOWED_BY_FOLLOWED'),
      suggestedMember(3, 'SAME_GROUP'),
      suggestedMember(4, 'POPULAR'),
    ])
    answer(suggestGroups, () => [
      suggestedGroup(5, 'Igala', 'OWN_STATE'),
      suggestedGroup(6, 'Nupe', 'FRIENDS'),
    ])
    await openHome(4)
    const people = await rowsIn('Suggested people')
    expect(people.map((text) => text.replace(/^.*@member\d/, ''))).toEqual([
      expect.stringMatching(/^Followed by people you follow/),
      expect.stringMatching(/^In your groups/),
      expect.stringMatching(/^Popular/),
    ])
    const groups = await rowsIn('Suggested groups')
    expect(groups[0]).toContain('3 members · In your state or your group’s state')
    expect(groups[1]).toContain('3 members · People you follow are there')
  })

  test('loads the posts of a followed member and keeps suggesting', async () => {
    answer(suggestMembers, () => [suggestedMember(2), suggestedMember(3)])
    await openHome(0)
    await screen.findByText('No posts yet')
    await screen.findByRole('list', { name: 'Suggested people' })
    answer(homeFeed, () => feedPage(numbered(6)))
    await followFirst()
    expect(await screen.findByRole('feed')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Unfollow Member2 Of Many' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Follow Member3 Of Many' })).toBeVisible()
  })

  test('joins a suggested group, whose button keeps the focus', async () => {
    const igala = suggestedGroup(5, 'Igala')
    answer(suggestGroups, () => [igala])
    answerJoin(igala)
    await openHome(0)
    await press('Join Igala')
    expect(await screen.findByRole('button', { name: 'Leave Igala' })).toHaveFocus()
    expect(callsOf(joinGroup)).toHaveLength(1)
  })

  test('shows no suggestions if they do not load', async () => {
    answer(suggestMembers, () => Promise.reject(noConnection))
    answer(suggestGroups, () => Promise.reject(noConnection))
    await openHome(1)
    await waitFor(() => expect(callsOf(suggestGroups).length).toBeGreaterThan(0))
    expect(await screen.findByRole('feed')).toBeVisible()
    expect(screen.queryByText(noReplyText)).toBeNull()
  })
})

test('home with enough posts loads no suggestions', async () => {
  await openHome(5)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(5))
  expect(callsOf(suggestMembers)).toEqual([])
  expect(callsOf(suggestGroups)).toEqual([])
})

describe('Find people', () => {
  async function openSheet() {
    answerMember()
    await openApp('/profile/following')
    await press('Find people')
    return within(await screen.findByRole('dialog', { name: 'Find people' }))
  }

  test('suggests people until something is typed', async () => {
    answer(suggestMembers, () => [suggestedMember(2), suggestedMember(3)])
    const sheet = await openSheet()
    await sheet.findByRole('list', { name: 'Suggested people' })
    expect(sheet.getByRole('combobox')).toHaveFocus()
    await followFirst()
    await sheet.findByRole('button', { name: 'Unfollow Member2 Of Many' })
    await userEvent.type(sheet.getByRole('combobox'), 'a')
    expect(sheet.queryByRole('list', { name: 'Suggested people' })).toBeNull()
  })

  test('shows why nobody is suggested, and Retry loads again', async () => {
    answer(suggestMembers, () => Promise.reject(noConnection))
    const sheet = await openSheet()
    await sheet.findByText(noReplyText)
    answer(suggestMembers, () => [])
    await press('Retry', sheet)
    expect(await sheet.findByText(/^No suggestions yet\./)).toBeVisible()
  })
})

describe('the viewer’s own profile', () => {
  async function openProfile(own: Partial<Profile>) {
    answerMember(() => sampleProfile(own))
    answer(memberPosts, () => feedPage([]))
    await openApp('/profile')
    await screen.findByRole('heading', { level: 1, name: 'Hauwa Danladi' })
  }

  test.each([
    [{ profileImage: null, bio: null }, 'Add a picture and a few words about you', 'update-profile'],
    [{ profileImage: null, bio: 'Dye-pit guide.' }, 'Add a picture', 'update-profile'],
    [{ profileImage: '/media/me.webp', bio: '' }, 'Add a few words about you', 'update-bio'],
  ])('shows what is missing: %o', async (own, text, hash) => {
    await openProfile(own)
    const [link] = screen.getAllByRole('link', { name: /^(a picture|a few words about you)$/ })
    expect(link?.parentElement).toHaveTextContent(text)
    expect(link).toHaveAttribute('href', `/settings#${hash}`)
  })

  test('shows nothing when it is complete', async () => {
    await openProfile({ profileImage: '/media/me.webp', bio: 'Dye-pit guide.' })
    expect(screen.queryByText(/^Add/)).toBeNull()
  })
})

describe('the link of an incomplete profile', () => {
  async function openForm(hash: string) {
    answer(getProfile, () => sampleProfile())
    answer(getClosure, () => ({ preClosed: false, gracePeriod: 0 }))
    await openApp(`/settings#${hash}`)
    return await screen.findByRole('dialog', { name: 'Update Profile' })
  }

  test('opens the form', async () => {
    expect(await openForm('update-profile')).toHaveFocus()
  })

  test('opens the form at the bio', async () => {
    const form = within(await openForm('update-bio'))
    expect(form.getByRole('textbox', { name: 'Bio' })).toHaveFocus()
  })
})
