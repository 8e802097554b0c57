import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { composer } from '../support/in-composer.ts'
import { send, signUpPair, writePost, type Member } from '../support/members.ts'
import { cardOf, onCard, onComments } from '../support/on-posts.ts'
import { enter, test } from '../support/visit.ts'

type Post = { userId: number; caption: string; likes: number; commentCount: number }
type Listed<T> = { content: T[] }

const notice = (page: Page) => page.getByRole('button', { name: /things? waits? to be sent$/ })

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name }).click()
  const [label = ''] = name.split(' ')
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
}

async function postsOf(member: Member): Promise<string[]> {
  const { content } = await send<Listed<Post>>(member, 'get', '/post/user/post/feed?page=0&size=20')
  return content.filter(({ userId }) => userId === member.id).map(({ caption }) => caption)
}

test.use({ serviceWorkers: 'allow' })

test('what is done offline in several tabs is there once when the app is opened again', async ({
  page,
  context,
  server,
}) => {
  const [ada, bello] = await signUpPair(server)
  const postId = await writePost(bello, 'Read me')
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, ada.token, `/post/${postId}`)
  const { like } = onCard(cardOf(page, 'Read me'))
  await expect(onComments(page).field).toBeVisible()
  const profile = await open(context, `/u/${bello.username}`)
  await expect(profile.getByRole('button', { name: 'Follow Bello Musa' })).toBeVisible()
  const chat = await open(context, `/messages/${bello.id}`)
  const message = chat.getByRole('textbox', { name: 'Write a message' })
  await expect(message).toBeVisible()
  const home = await open(context, '/user')
  // It has stored the code that shows a post that waits.
  await home.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)

  await like.click()
  await onComments(page).field.fill('Well said')
  await onComments(page).field.press('Enter')
  await press(profile, 'Follow Bello Musa')
  await expect(profile.getByRole('button', { name: 'Unfollow Bello Musa' })).toBeVisible()
  await message.fill('Are you there?')
  await message.press('Enter')
  await composer(home).text.fill('From the tunnel')
  await composer(home).post.click()
  await expect(home.getByText('Waiting for a connection')).toBeVisible()
  await expect(composer(home).text).toHaveValue('')
  for (const tab of context.pages()) await tab.close()
  await context.setOffline(false)

  const again = await open(context, `/post/${postId}`)
  await expect(onCard(cardOf(again, 'Read me')).like).toHaveAttribute('aria-pressed', 'true')
  const arrived = async () => {
    const { likes, commentCount } = await send<Post>(bello, 'get', `/post/fetch/${postId}`)
    const messages = await send<Listed<object>>(bello, 'get', `/messaging/with/${ada.id}?size=10`)
    const followers = await send<Listed<object>>(bello, 'get', '/user/followers')
    const counts = [likes, commentCount, messages.content.length, followers.content.length]
    return { counts, posts: await postsOf(ada) }
  }
  const everything = { counts: [1, 1, 1, 1], posts: ['From the tunnel'] }
  await expect.poll(arrived).toEqual(everything)
  await again.reload()
  await expect(onCard(cardOf(again, 'Read me')).like).toHaveAttribute('aria-pressed', 'true')
  expect(await arrived()).toEqual(everything)
})

test('the banner lists what waits, and what is discarded there is not sent', async ({
  page,
  context,
  server,
}) => {
  const [ada, bello] = await signUpPair(server)
  const postId = await writePost(bello, 'Read me')
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, ada.token, `/post/${postId}`)
  const { like } = onCard(cardOf(page, 'Read me'))
  await expect(onComments(page).field).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await like.click()
  await onComments(page).field.fill('Not yet')
  await onComments(page).field.press('Enter')
  await notice(page).click()
  const sheet = page.getByRole('dialog', { name: 'Waiting to be sent' })
  await expect(sheet.getByRole('listitem')).toHaveText([/^Like of a post/, /^CommentNot yet/])
  await expectAccessibleScreen(page)
  await sheet.getByRole('button', { name: 'Discard Comment Not yet' }).click()
  await sheet.getByRole('button', { name: 'Discard Like of a post' }).click()
  await expect(sheet).toContainText('Everything is sent.')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await context.setOffline(false)
  await expect(page.getByText('You are back online')).toBeVisible()
  const { likes, commentCount } = await send<Post>(bello, 'get', `/post/fetch/${postId}`)
  expect([likes, commentCount]).toEqual([0, 0])
})
