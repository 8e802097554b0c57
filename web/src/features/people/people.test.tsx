import { getProfile, getProfileByUsername, type Profile } from '@rootsquare/contract/profiles'
import { getClosure } from '@rootsquare/contract/accounts'
import { getGroup, listMemberGroups } from '@rootsquare/contract/groups'
import { listItems, type Item } from '@rootsquare/contract/trade/market'
import { createMessage } from '@rootsquare/contract/messages'
import { sellerFigures } from '@rootsquare/contract/trade/orders'
import {
  blockMember,
  followMember,
  listBlocked,
  listFollowers,
  listFollowing,
  unblockMember,
  unfollowMember,
} from '@rootsquare/contract/people'
import { deletePost, homeFeed, memberPosts } from '@rootsquare/contract/posts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { onlyPage, sampleEntry, sampleOther, sampleProfile } from '#web/test/members.ts'
import { answer, answerLater, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { itemWith } from '#web/test/items.ts'
import { newGroup } from '#web/test/group-answers.ts'
import { openApp } from '#web/test/open-app.tsx'
import { dialog, expectClosed, expectNotice, noReplyText, press as confirm, textsOf } from '#web/test/page.ts'
import { feedPage, ownPost } from '#web/test/posts.ts'
import { sampleReport } from '#web/test/reports.ts'

/** The profiles on the server of member 1, who is the viewer, and of member 2. */
let own: Profile
let bello: Profile

beforeEach(() => {
  own = sampleProfile()
  bello = sampleOther()
  answer(getProfile, ({ params }) => (params.id === 1 ? own : bello))
  answer(getProfileByUsername, () => bello)
  answer(memberPosts, () => ({ ...onlyPage([]), nextCursor: null, newestCursor: '0.0' }))
  answer(listFollowers, () => onlyPage([]))
  answer(listFollowing, () => onlyPage([]))
  answer(listMemberGroups, () => onlyPage([]))
  answer(listItems, () => onlyPage([]))
  answer(sellerFigures, () => Promise.reject(new Rejection(404, 'Not here')))
  answer(getClosure, () => ({ preClosed: false, gracePeriod: 0 }))
})

const main = async () => within(await screen.findByRole('main'))
const button = async (name: string) => (await main()).findByRole('button', { name })
const press = async (name: string) => userEvent.click(await button(name))
const tab = async (name: string | RegExp) =>
  within(await screen.findByRole('navigation', { name: 'Profile' })).findByRole('link', { name })

async function choose(action: string): Promise<void> {
  await press(`Options for @${bello.username}`)
  await userEvent.click(
    within(await dialog(`Options for @${bello.username}`)).getByRole('button', { name: action }),
  )
}

describe('a profile', () => {
  test('says that there is no such member', async () => {
    answer(getProfileByUsername, () => Promise.reject(new Rejection(404, 'User not found')))
    await openApp('/u/nobody.at.all')
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('User not found')
    await waitFor(() => expect(document.title).toBe('User not found · Rootsquare'))
  })

  test('shows why it does not load, and Retry loads it', async () => {
    answer(getProfileByUsername, () => Promise.reject(new Rejection(400, 'Torn')))
    await openApp('/u/bello')
    within(await screen.findByRole('alert')).getByText('Torn')
    const release = answerLater(getProfileByUsername, () => bello)
    await press('Retry')
    await screen.findByText('Loading profile')
    release()
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Bello Musa')
    await waitFor(() => expect(document.title).toBe('Bello Musa · Rootsquare'))
  })

  test.each([
    ['Followers', listFollowers, 'Followers are torn'],
    ['Groups', listMemberGroups, 'Groups are torn'],
  ] as const)('whose %s do not load shows why, and Retry loads them', async (name, endpoint, text) => {
    answer(endpoint, () => Promise.reject(new Rejection(400, text)))
    await openApp(`/u/bello?tab=${name.toLowerCase()}`)
    within(await (await main()).findByRole('alert')).getByText(text)
    await expectNotice(text)
    answer(endpoint, () => onlyPage([]))
    await press('Retry')
    await (await main()).findByRole('list', { name: name.toLowerCase() })
    expect((await main()).queryByRole('alert')).not.toBeInTheDocument()
  })

  test('says that the items do not load', async () => {
    answer(listItems, () => Promise.reject(new Rejection(400, 'Torn')))
    await openApp('/u/bello?tab=items')
    const text = 'Failed to fetch items. Please try again.'
    await (await main()).findByText(text)
    await expectNotice(text)
  })

  test('counts one and several in words', async () => {
    bello = sampleOther({ postsCount: 1, followersCount: 2, groupsCount: 1 })
    await openApp('/u/bello')
    await tab('Posts 1 post')
    await tab('Following 0 members')
    await tab('Followers 2 members')
    await tab('Groups 1 group')
    expect(await tab('Items 0 items')).toBeInTheDocument()
  })

  test('opens at the posts if the address names an unknown tab', async () => {
    await openApp('/u/bello?tab=secrets')
    expect(await tab(/^Posts/)).toHaveAttribute('aria-current', 'page')
  })

  test.each([
    ['posts', 'No posts yet', 'button', 'Write a post'],
    ['following', 'You are not following anyone yet.', 'button', 'Find people'],
    ['followers', 'Nobody follows you yet.', 'button', 'Find people'],
    ['groups', 'You have not joined a group yet.', 'link', 'See all groups'],
    ['items', /^You are not selling anything yet\./, 'button', 'Publish ads'],
  ])('the viewer’s own profile offers an action if it has no %s', async (name, text, role, action) => {
    await openApp(`/profile/${name}`)
    await (await main()).findByText(text)
    expect(await (await main()).findByRole(role, { name: action })).toBeInTheDocument()
  })

  test.each([
    ['posts', 'No posts yet'],
    ['following', 'Bello is not following anyone yet.'],
    ['followers', 'Nobody follows Bello yet.'],
    ['groups', 'Bello shows no group.'],
    ['items', 'Bello has nothing for sale right now.'],
  ])('the profile of another offers no action if it has no %s', async (name, text) => {
    await openApp(`/u/bello?tab=${name}`)
    await (await main()).findByText(text)
    for (const action of ['Write a post', 'Find people', 'Publish ads'])
      expect((await main()).queryByRole('button', { name: action })).not.toBeInTheDocument()
  })

  test('the viewer’s own profile can be set up but not followed', async () => {
    answer(getProfileByUsername, () => sampleProfile())
    await openApp('/u/hauwa.d')
    await (await main()).findByRole('link', { name: 'Settings' })
    expect((await main()).queryByRole('button', { name: /^(Follow|Unfollow)/ })).not.toBeInTheDocument()
    expect((await main()).queryByRole('link', { name: 'Message' })).not.toBeInTheDocument()
    ;(await main()).getByText('@hauwa.d')
    ;(await main()).getByText('Leather and dye-pit guide in Kano.')
    ;(await main()).getByText('Member since March 2026')
  })

  test('the profile of another can be followed but not set up', async () => {
    await openApp('/u/bello')
    await button('Follow Bello Musa')
    const message = (await main()).getByRole('link', { name: 'Message' })
    expect(message).toHaveAttribute('href', '/messages/2')
    expect((await main()).queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument()
  })

  test('is shared by its link and leads to settings and groups', async () => {
    answer(getProfileByUsername, () => own)
    answer(listMemberGroups, () => onlyPage([newGroup(3, 'Hausa')]))
    await openApp('/u/HAUWA.D?tab=groups')
    const list = within(await (await main()).findByRole('list', { name: 'groups' }))
    const links = [await list.findByRole('link', { name: /^Hausa/ }), ...screen.getAllByText('Hausa')]
    for (const link of links.slice(0, 2)) expect(link.closest('a')).toHaveAttribute('href', '/group/3')
    expect((await main()).getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await press('Share profile')
    await confirm('Copy link')
    await expectNotice('Link copied')
    expect(copied).toHaveBeenCalledWith(`${location.origin}/u/hauwa.d`)
  })

  test('has tabs, and a deleted post is no longer counted', async () => {
    own = sampleProfile({ postsCount: 1, followingCount: 1, followersCount: 1 })
    answer(memberPosts, () => feedPage(own.postsCount === 0 ? [] : [ownPost({ caption: 'First words' })]))
    answer(homeFeed, () => feedPage([]))
    answer(getGroup, () => newGroup(3, 'Hausa'))
    for (const list of [listFollowing, listFollowers]) answer(list, () => onlyPage([sampleEntry(2)]))
    answer(listMemberGroups, () => onlyPage([newGroup(3, 'Hausa')]))
    await openApp('/profile')
    expect(await tab('Posts 1 post')).toHaveAttribute('aria-current', 'page')
    for (const [name, count, text] of [
      ['Following', '1 member', 'Member2 Of Many'],
      ['Followers', '1 member', 'Member2 Of Many'],
      ['Groups', '1 group', /^Hausa/],
      ['Items', '0 items', /^You are not selling anything yet\./],
      ['Posts', '1 post', 'First words'],
    ] as const) {
      const link = await tab(`${name} ${count}`)
      link.focus()
      await userEvent.keyboard('{Enter}')
      await waitFor(() => expect(location.pathname).toBe(`/profile/${name.toLowerCase()}`))
      await waitFor(() => expect(link).toHaveAttribute('aria-current', 'page'))
      expect(link).toHaveFocus()
      expect(await (await main()).findAllByText(text)).not.toHaveLength(0)
    }
    for (const name of ['items', 'groups', 'followers']) {
      window.history.back()
      await waitFor(() => expect(location.pathname).toBe(`/profile/${name}`))
    }
    await (await main()).findByRole('list', { name: 'followers' })
    await userEvent.click(await tab(/^Posts/))
    await press('Options for the post by Ada Obi')
    answer(deletePost, () => {
      own = { ...own, postsCount: 0 }
      return null
    })
    await confirm('Delete Post')
    await userEvent.click(within(await dialog('Delete Post')).getByRole('button', { name: /^Delete/ }))
    await (await main()).findByText('No posts yet')
    await tab('Posts 0 posts')
    await press('Write a post')
    await waitFor(() => expect(location.pathname).toBe('/user'))
    await waitFor(() => expect(screen.getByPlaceholderText(/^What is happening/)).toHaveFocus())
  })

  test('lists items with price and state, and own ones can be updated', async () => {
    const can = { update: true, delete: true, approve: false, buy: false, message: false }
    const own = { price: 9800, stock: 3, userId: 1, sellerUsername: 'hauwa.d', can }
    const item = (id: number, more: Partial<Item>) =>
      itemWith({ ...own, id, name: `Bowl ${id}`, categories: [], ...more })
    const foreign = item(3, { stock: 0, can: { ...can, update: false } })
    answer(listItems, () => onlyPage([item(1, {}), item(2, { isApproved: false }), foreign]))
    await openApp('/profile/items')
    const list = within(await (await main()).findByRole('list', { name: 'items' }))
    const rows = list.getAllByRole('listitem').map((row) => within(row))
    rows[0]?.getByText('₦9,800.00')
    rows[0]?.getByRole('button', { name: /^Update Item/ })
    rows[1]?.getByText('Unapproved')
    rows[2]?.getByText('Out Of Stock')
    expect(rows[2]?.queryByRole('button')).toBeNull()
  })
})

describe('following', () => {
  beforeEach(() => {
    answer(followMember, () => {
      bello = { ...bello, isFollowedByUser: true, followersCount: 1 }
      return { following: true }
    })
  })

  test('asks first, and Cancel makes no call', async () => {
    await openApp('/u/bello')
    await press('Follow Bello Musa')
    expect(within(await dialog('Follow Bello Musa?')).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await confirm('Cancel')
    await expectClosed()
    await waitFor(async () => expect(await button('Follow Bello Musa')).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await dialog('Follow Bello Musa?')
    await userEvent.keyboard('{Escape}')
    await expectClosed()
    await waitFor(async () => expect(await button('Follow Bello Musa')).toHaveFocus())
    expect(callsOf(followMember)).toEqual([])
  })

  test('can be retried after a rejection', async () => {
    answer(followMember, () => Promise.reject(new Rejection(400, 'The loom broke')))
    await openApp('/u/bello')
    await press('Follow Bello Musa')
    await confirm('Follow')
    await expectNotice('The loom broke')
    answer(followMember, () => ({ following: true }))
    await confirm('Follow')
    await expectNotice('You follow Bello Musa')
  })

  test('waits for a connection', async () => {
    answer(followMember, () => Promise.reject(noConnection))
    await openApp('/u/bello')
    await press('Follow Bello Musa')
    await confirm('Follow')
    await expectNotice('You follow Bello Musa as soon as you are back online')
    await button('Unfollow Bello Musa')
  })

  test('is counted, and the button becomes Unfollow', async () => {
    const release = answerLater(followMember, () => {
      bello = { ...bello, isFollowedByUser: true, followersCount: 1 }
      return { following: true }
    })
    await openApp('/u/bello')
    await tab('Followers 0 members')
    await press('Follow Bello Musa')
    await confirm('Follow')
    const follow = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Follow' })
    expect(follow).toHaveAttribute('aria-disabled', 'true')
    release()
    await expectNotice('You follow Bello Musa')
    await button('Unfollow Bello Musa')
    await tab('Followers 1 member')
  })

  test('an unfollowed member leaves the list of followed ones', async () => {
    let entries = [sampleEntry(2, { isFollowedByUser: true }), sampleEntry(3, { isFollowedByUser: true })]
    answer(listFollowing, () => onlyPage(entries))
    answer(unfollowMember, ({ params }) => {
      entries = entries.filter(({ id }) => id !== params.id)
      return { following: false }
    })
    await openApp('/profile/following')
    await press('Unfollow Member2 Of Many')
    await confirm('Unfollow')
    await expectNotice('You no longer follow Member2 Of Many')
    await waitFor(async () =>
      expect((await main()).queryByRole('link', { name: /Member2 Of Many/ })).not.toBeInTheDocument(),
    )
    await (await main()).findByRole('link', { name: /Member3 Of Many/ })
  })

  test('lists of others have no button for the viewer', async () => {
    answer(listFollowing, () => onlyPage([sampleEntry(1)]))
    await openApp('/u/bello?tab=following')
    const list = within(await (await main()).findByRole('list', { name: 'following' }))
    list.getByRole('link', { name: /Member1 Of Many/ })
    expect(list.queryByRole('button')).not.toBeInTheDocument()
  })
})

test('long lists load twenty at a time, and a failed page loses nothing', async () => {
  const pageOf = (at: number) => ({
    content: Array.from({ length: at === 1 ? 5 : 20 }, (_, row) => sampleEntry(100 + at * 20 + row)),
    last: at === 1,
    totalPages: 2,
    totalElements: 25,
    number: at,
  })
  answer(listFollowers, ({ query }) => {
    if (query.page === 1) throw new Rejection(400, 'The loom broke')
    return pageOf(query.page)
  })
  await openApp('/profile/followers')
  const list = within(await (await main()).findByRole('list', { name: 'followers' }))
  await press('Load more')
  within(await (await main()).findByRole('alert')).getByText('The loom broke')
  expect(list.getAllByRole('listitem')).toHaveLength(20)
  answer(listFollowers, ({ query }) => pageOf(query.page))
  await press('Retry')
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(25))
  expect((await main()).queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
  const sizes = callsOf(listFollowers).map(({ query }) => `${query.page}/${query.size}`)
  expect(new Set(sizes)).toEqual(new Set(['0/20', '1/20']))
})

describe('blocking', () => {
  test('says what it does and that the member is not notified', async () => {
    await openApp('/u/bello')
    await choose('Block @bello')
    const question = within(await dialog('Block @bello?'))
    expect(textsOf(question.getAllByRole('listitem'))).toEqual([
      'You cannot write to each other.',
      'Both of you can still read what you wrote before.',
      'You no longer follow each other.',
      'Neither of you sees the other’s posts and comments.',
    ])
    question.getByText(/^@bello is not told\./)
  })

  test.each([
    ['no connection', noConnection, noReplyText],
    ['a rejection', new Rejection(403, 'Staff cannot be blocked.'), 'Staff cannot be blocked.'],
  ])('can be retried after %s', async (_, failure, text) => {
    answer(blockMember, () => Promise.reject(failure))
    await openApp('/u/bello')
    await choose('Block @bello')
    await confirm('Block')
    await expectNotice(text)
    await dialog('Block @bello?')
  })

  test('leaves only Unblock and the conversation on the profile', async () => {
    answer(blockMember, () => {
      bello = { ...bello, isBlockedByUser: true }
      return { blocked: true }
    })
    answer(unblockMember, () => {
      bello = { ...bello, isBlockedByUser: false }
      return { blocked: false }
    })
    await openApp('/u/bello')
    await choose('Block @bello')
    await confirm('Block')
    await expectNotice('You have blocked @bello')
    await (await main()).findByText('You have blocked @bello')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Bello Musa')
    expect(screen.queryByRole('navigation', { name: 'Profile' })).not.toBeInTheDocument()
    expect((await main()).queryByRole('button', { name: /^(Follow|Unfollow)/ })).not.toBeInTheDocument()
    expect((await main()).queryByRole('link', { name: 'Message' })).not.toBeInTheDocument()
    const link = (await main()).getByRole('link', { name: 'Read the conversation' })
    expect(link).toHaveAttribute('href', '/messages/2')
    await press('Unblock @bello')
    await expectNotice('You have unblocked @bello')
    await button('Follow Bello Musa')
  })

  test('is not offered for staff', async () => {
    bello = sampleOther({ role: 'ADMIN' })
    await openApp('/u/bello')
    await press('Options for @bello')
    const actions = within(await dialog('Options for @bello')).getAllByRole('button')
    expect(textsOf(actions)).toEqual(['Report member'])
  })
})

describe('the list of blocked members', () => {
  async function openBlocked(): Promise<void> {
    await openApp('/settings')
    await press('Blocked members')
  }

  test('says that it is empty', async () => {
    answer(listBlocked, () => onlyPage([]))
    await openBlocked()
    expect(await screen.findByText('You have not blocked anyone.')).toBeInTheDocument()
  })

  test('shows why it does not load, and Retry loads it', async () => {
    answer(listBlocked, () => Promise.reject(new Rejection(400, 'Torn')))
    await openBlocked()
    const opened = within(await dialog('Blocked members'))
    within(await opened.findByRole('alert')).getByText('Torn')
    answer(listBlocked, () => onlyPage([sampleEntry(2)]))
    await userEvent.click(opened.getByRole('button', { name: 'Retry' }))
    expect(await opened.findByRole('link', { name: /Member2 Of Many/ })).toBeInTheDocument()
  })

  test('loads twenty at a time, and an unblocked member leaves it', async () => {
    let entries = Array.from({ length: 21 }, (_, at) => sampleEntry(2 + at))
    answer(listBlocked, ({ query: { page, size } }) => ({
      ...onlyPage(entries.slice(page * size, (page + 1) * size)),
      last: (page + 1) * size >= entries.length,
    }))
    answer(unblockMember, ({ params }) => {
      entries = entries.filter(({ id }) => id !== params.id)
      return { blocked: false }
    })
    await openBlocked()
    const opened = within(await dialog('Blocked members'))
    await userEvent.click(await opened.findByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(opened.getAllByRole('listitem')).toHaveLength(21))
    await userEvent.click(opened.getByRole('button', { name: 'Unblock @member2' }))
    await expectNotice('You have unblocked @member2')
    await waitFor(() => expect(opened.getAllByRole('listitem')).toHaveLength(20))
    expect(opened.getByRole('list')).toHaveFocus()
  })
})

describe('a report of a member', () => {
  async function report(reason: string): Promise<void> {
    await choose('Report member')
    const form = within(await dialog('Report member'))
    if (reason !== '') await userEvent.type(form.getByLabelText('Reason'), reason)
    await userEvent.click(form.getByRole('button', { name: 'Report' }))
  }

  test('requires a reason and says who sees it', async () => {
    await openApp('/u/bello')
    await report('')
    await screen.findByText('Please enter a reason for reporting.')
    expect(await dialog('Report member')).toHaveTextContent('The member does not learn who wrote it.')
    expect(callsOf(createMessage)).toEqual([])
  })

  test('is sent to the moderators', async () => {
    answer(createMessage, () => sampleReport({ targetType: 'user', targetId: 2, username: 'bello' }))
    await openApp('/u/bello')
    await report('A threat')
    await expectNotice('Thank you. The report is with the moderators.')
    expect(callsOf(createMessage)[0]?.body).toEqual({
      eventType: 'REPORT',
      reportedUserId: 2,
      reason: 'A threat',
    })
  })

  const already = 'You have reported this already. The moderators will look at it.'
  test.each([
    ['no connection', noConnection, 'Failed to report member.'],
    ['a rejection', new Rejection(409, already), already],
  ])('keeps its reason after %s', async (_, failure, text) => {
    answer(createMessage, () => Promise.reject(failure))
    await openApp('/u/bello')
    await report('A threat')
    await expectNotice(text)
    expect(screen.getByLabelText('Reason')).toHaveValue('A threat')
  })
})
