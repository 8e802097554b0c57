import { joinGroup, listMemberGroups, suggestGroups } from '@rootsquare/contract/groups'
import { getProfile } from '@rootsquare/contract/profiles'
import { getCart } from '@rootsquare/contract/trade/cart'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { routes } from '#web/lib/navigation/route-names.ts'
import { currentQueryClient } from '#web/lib/net/query-client.ts'
import { sampleLine } from '#web/test/cart-line.ts'
import { answer, answerLater, callsOf } from '#web/test/fake-server.ts'
import { suggestedGroup } from '#web/test/group-answers.ts'
import { currentRouter } from '#web/test/open-app.tsx'
import { press, untilLoaded } from '#web/test/page.ts'
import { profileWith } from '#web/test/profile.ts'
import { openFeed, samplePost, switchMember } from '#web/test/posts.ts'

const igala = suggestedGroup(5, 'Igala')
const noGroups = 'You have not joined a group yet.'

beforeEach(() => answer(suggestGroups, () => [igala]))

/** Gives a late answer time to arrive: a call that is made after it is answered after it. */
async function afterLateAnswers(): Promise<void> {
  await currentQueryClient().refetchQueries({ queryKey: ['profile'] })
  await untilLoaded()
}

test('a late answer to a change does not reach the lists of the next member', async () => {
  await openFeed(samplePost())
  answer(getProfile, ({ params }) => profileWith({ id: params.id }))
  const release = answerLater(joinGroup, () => ({ joined: true }))
  await press('Join Igala')
  switchMember(2)
  await currentRouter().navigate({ to: routes.UserProfile, params: { tab: 'groups' } })
  await screen.findByText(noGroups)
  await untilLoaded()
  const calls = callsOf(listMemberGroups).length
  release()
  await afterLateAnswers()
  expect(screen.getByText(noGroups)).toBeVisible()
  expect(callsOf(listMemberGroups)).toHaveLength(calls)
  expect(screen.queryByText('You have joined Igala')).toBeNull()
})

test('a late answer to a query does not reach the next member', async () => {
  const release = answerLater(getCart, () => [sampleLine])
  await openFeed(samplePost())
  answer(getCart, () => [])
  switchMember(2)
  await untilLoaded()
  release()
  await afterLateAnswers()
  expect(screen.getAllByRole('link', { name: 'Cart' })[0]).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Cart, / })).toBeNull()
})
