import { getPost } from '@rootsquare/contract/posts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { card, openFeed, openPost, refreshPosts, reloadPost, samplePost } from '#web/test/posts.ts'

const linkCard = {
  url: 'https://news.example/story',
  title: '<b>New yam</b> festival',
  description: 'It begins on Monday.',
  site: 'news.example',
  image: '/media/ab/cd.webp',
}
const findPage = () => screen.findByRole('link', { name: /New yam/ })

test('the card of a link opens the page in a new tab', async () => {
  await openFeed(samplePost({ caption: 'Look', linkCard }))
  const link = (await card('Look')).getByRole('link', {
    name: /news\.example <b>New yam<\/b> festival It begins/,
  })
  expect(link).toHaveProperty('href', linkCard.url)
  expect(link.getAttribute('rel')).toBe('nofollow noopener noreferrer ugc')
  expect(link.getAttribute('target')).toBe('_blank')
  const picture = link.querySelector('img')
  expect([picture?.getAttribute('src'), picture?.getAttribute('loading')]).toEqual([linkCard.image, 'lazy'])
})

test('a card without a picture shows only text', async () => {
  await openPost(samplePost({ linkCard: { ...linkCard, description: null, image: null } }))
  const link = await findPage()
  expect(link.querySelector('img')).toBeNull()
  expect(link.textContent.trim()).toBe('news.example <b>New yam</b> festival')
})

test('a card that arrives after its post is shown on the next visit', async () => {
  await openPost(samplePost())
  answer(getPost, () => samplePost({ caption: 'Market day again', linkCard }))
  await refreshPosts()
  await screen.findByText('Market day again')
  expect(screen.queryByRole('link', { name: /New yam/ })).toBeNull()
  await reloadPost(7)
  await findPage()
})

test('a card disappears with its address', async () => {
  await openPost(samplePost({ linkCard }))
  await findPage()
  answer(getPost, () => samplePost())
  await refreshPosts()
  await waitFor(() => expect(screen.queryByRole('link', { name: /New yam/ })).toBeNull())
  expect(callsOf(getPost)).toHaveLength(2)
})
