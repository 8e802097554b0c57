import { listItems } from '@rootsquare/contract/trade/market'
import { pageOf } from '@rootsquare/contract/lib/paged'
import { countNewPosts, homeFeed } from '@rootsquare/contract/posts'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { currentQueryClient } from '#web/lib/net/query-client.ts'
import { answer, answerLater } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, untilLoaded } from '#web/test/page.ts'
import { answerMember, feedPage, samplePost } from '#web/test/posts.ts'

/** Shows what an earlier visit saved, while the server has not answered. */
async function openSavedFeed() {
  answerMember()
  answer(listItems, ({ query }) => pageOf([], 0, query))
  answer(countNewPosts, () => ({ count: 1 }))
  const release = answerLater(homeFeed, () => feedPage([samplePost({ id: 90, caption: 'Since then' })]))
  const user = await openApp('/user')
  await screen.findByText('Loading posts')
  const saved = { pages: [feedPage([samplePost()])], pageParams: [null] }
  act(() => void currentQueryClient().setQueryData(postKeys.home(), saved, { updatedAt: 1 }))
  expect(await screen.findByText('Market day')).toBeVisible()
  return { user, release }
}

test('a saved feed is replaced by the answer', async () => {
  const { release } = await openSavedFeed()
  release()
  expect(await screen.findByText('Since then')).toBeVisible()
  expect(screen.queryByText('Market day')).toBeNull()
})

test('a saved feed stays once somebody reads it, and new posts are offered', async () => {
  const { user, release } = await openSavedFeed()
  await user.keyboard('{PageDown}')
  release()
  await untilLoaded()
  expect(screen.queryByText('Since then')).toBeNull()
  await user.click(await button('1 new post'))
  expect(await screen.findByText('Since then')).toBeVisible()
})
