import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { composer } from '../support/in-composer.ts'
import { send, signUpMember, signUpPair, writePost, type Member } from '../support/members.ts'
import { noise, picture } from '../support/pictures.ts'
import { onComments } from '../support/on-posts.ts'
import { enter, menuButton, onSignIn, test, tokenKey } from '../support/visit.ts'

const outgoing = (page: Page) => page.getByRole('list', { name: 'On their way' }).getByRole('listitem')
const messageField = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })
const sendCall = '**/api/messaging/create'

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function sentMessages(member: Member, other: Member): Promise<string[]> {
  type Stored = { content: { message: string }[] }
  const { content } = await send<Stored>(member, 'get', `/messaging/with/${other.id}?size=100`)
  return content.map(({ message }) => message).toReversed()
}

async function sentComments(member: Member, postId: number): Promise<string[]> {
  type Stored = { content: { id: number; comments: string }[] }
  const { content } = await send<Stored>(member, 'get', `/post/comments/${postId}`)
  return content.toSorted((one, other) => one.id - other.id).map(({ comments }) => comments)
}

async function write(page: Page, ...texts: string[]): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Write a (message|comment|reply)$/ })
  for (const text of texts) {
    await field.fill(text)
    await field.press('Enter')
  }
}

// The texts and buttons of unsent entries are tested in conversation.test.tsx and interrupted-comments.test.tsx.
test('what was written offline arrives once and in order after its tab was closed', async ({
  page,
  context,
  server,
}) => {
  const [ada, bello] = await signUpPair(server)
  const postId = await writePost(bello, 'Read me')
  await enter(page, ada.token, `/messages/${bello.id}`)
  await expect(messageField(page)).toBeVisible()
  const atPost = await open(context, `/post/${postId}`)
  const { field, row } = onComments(atPost)
  await expect(field).toBeVisible()
  await context.setOffline(true)
  await write(page, 'First', 'Second')
  await write(atPost, 'A comment', 'B comment')
  await messageField(page).fill('Half a messag')
  await field.fill('Half a commen')
  await expect(outgoing(page)).toHaveCount(2)
  await expect(row('Sending…')).toHaveCount(2)
  await page.close()
  await atPost.close()
  await context.setOffline(false)

  const home = await open(context, '/user')
  await expect.poll(() => sentMessages(bello, ada)).toEqual(['First', 'Second'])
  await expect.poll(() => sentComments(bello, postId)).toEqual(['A comment', 'B comment'])
  await home.goto(`/messages/${bello.id}`)
  await expect(messageField(home)).toHaveValue('Half a messag')
  await expect(outgoing(home)).toHaveCount(0)
  await home.goto(`/post/${postId}`)
  await expect(onComments(home).field).toHaveValue('Half a commen')
  await test.step('a reply that is half typed is there in a new tab, until it is emptied', async () => {
    await onComments(home)
      .row('A comment')
      .getByRole('button', { name: /^Reply/ })
      .click()
    await home.getByRole('textbox', { name: 'Write a reply' }).fill('Half a repl')
    await home.close()
    const again = await open(context, `/post/${postId}`)
    await onComments(again)
      .row('A comment')
      .getByRole('button', { name: /^Reply/ })
      .click()
    const reply = again.getByRole('textbox', { name: 'Write a reply' })
    await expect(reply).toHaveValue('Half a repl')
    await reply.fill('')
    await again.reload()
    await onComments(again)
      .row('A comment')
      .getByRole('button', { name: /^Reply/ })
      .click()
    await expect(reply).toHaveValue('')
  })
  expect(await sentMessages(bello, ada)).toEqual(['First', 'Second'])
})

test('what version 2 of the database stored stays, and its comment is sent once', async ({
  page,
  context,
  server,
}) => {
  const [ada, bello] = await signUpPair(server)
  const postId = await writePost(bello, 'Read me')
  await enter(page, ada.token, '/favicon.svg')
  const { buffer } = picture('cloth.png', noise(40))
  await page.evaluate(storeVersion2, { memberId: ada.id, postId, picture: [...buffer] })
  await page.close()

  const home = await open(context, '/user')
  await expect(composer(home).text).toHaveValue('Half a post')
  await expect(composer(home).tiles.getByRole('img', { name: 'A wide cloth' })).toBeVisible()
  await expect.poll(() => sentComments(bello, postId)).toEqual(['From before'])
  await home.goto(`/post/${postId}`)
  await expect(onComments(home).field).toHaveValue('Half a commen')
  expect(await sentComments(bello, postId)).toEqual(['From before'])
})

type Version2 = { memberId: number; postId: number; picture: number[] }

/** Runs in the page, and stores a waiting comment and drafts as that version did. */
function storeVersion2({ memberId, postId, picture }: Version2): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(`rootsquare.drafts.${memberId}`, 2)
    request.onupgradeneeded = () => {
      const put = (store: string, key: string, value: unknown) =>
        request.result.createObjectStore(store).put(value, key)
      const file = { id: 'cloth', kind: 'image', name: 'cloth.png', alt: 'A wide cloth', done: null }
      put('drafts', 'home', { id: 'a', text: 'Half a post', place: null, group: null, files: [file] })
      const content = Uint8Array.from(picture)
      put('files', 'home/cloth', new File([content], file.name, { type: 'image/png' }))
      const entry = { id: 'key-of-version-2', text: 'From before', item: null, media: [], error: null }
      const now = Date.now()
      const unsent = { ...entry, kind: 'comment', receiverId: postId, writtenAt: now, position: now }
      put('unsent', `outbox.${entry.id}`, unsent)
      const key = `rootsquare.comment-draft.${memberId}.${postId}`
      request.transaction?.objectStore('unsent').put('Half a commen', key)
    }
    request.onerror = () => reject(new Error('There is no database.'))
    request.onsuccess = () => resolve(request.result.close())
  })
}

test('two tabs show the same texts, and one of them sends', async ({ page, context, server }) => {
  const [ada, bello] = await signUpPair(server)
  await enter(page, ada.token, `/messages/${bello.id}`)
  const other = await open(context, `/messages/${bello.id}`)
  await expect(messageField(other)).toBeVisible()
  await messageField(page).fill('Typed here')
  await expect(messageField(other)).toHaveValue('Typed here')
  await messageField(other).fill('Changed there')
  await expect(messageField(page)).toHaveValue('Changed there')

  let calls = 0
  await context.route(sendCall, async (route) => {
    calls += 1
    await route.fallback()
  })
  await context.setOffline(true)
  await messageField(page).press('Enter')
  for (const tab of [page, other]) {
    await expect(messageField(tab)).toHaveValue('')
    await expect(outgoing(tab)).toContainText('Changed there')
  }
  await context.setOffline(false)
  for (const tab of [page, other]) {
    await expect(outgoing(tab)).toHaveCount(0)
    await expect(tab.getByRole('log')).toContainText('Changed there')
  }
  expect(calls).toBe(1)

  await test.step('the other tab sends when the first is closed', async () => {
    await context.setOffline(true)
    await write(page, 'And one more')
    await expect(outgoing(other)).toContainText('And one more')
    await page.close()
    await context.setOffline(false)
    await expect(other.getByRole('log')).toContainText(/And one more.*Sent/)
    expect(await sentMessages(bello, ada)).toEqual(['Changed there', 'And one more'])
  })
})

test('a sign-out asks first, and another member sees nothing', async ({ page, context, server }) => {
  const [ada, bello] = await signUpPair(server)
  const third = await signUpMember(server)
  const path = `/messages/${bello.id}`
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, ada.token, path)
  await expect(messageField(page)).toBeVisible()
  await context.route(sendCall, (route) => route.abort())
  await write(page, 'Not for others')
  await messageField(page).fill('Nor this')
  const signIn = (token: string) =>
    page.evaluate(([key, value]) => localStorage.setItem(key, value), [tokenKey, token] as const)

  await test.step('an ended session leaves it for its writer', async () => {
    // The same that an answer 401 does.
    await page.goto('/favicon.svg')
    await signIn(third.token)
    await page.goto(path)
    await expect(messageField(page)).toHaveValue('')
    await expect(outgoing(page)).toHaveCount(0)
    await page.goto('/favicon.svg')
    await signIn(ada.token)
    await page.goto(path)
    await expect(messageField(page)).toHaveValue('Nor this')
    await expect(outgoing(page)).toContainText('Not for others')
  })

  const signOut = async () => {
    await menuButton(page).click()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await expect(page.getByText('Messages and comments that have not been sent: 1')).toBeVisible()
  }
  await page.goto('/inbox')
  await signOut()
  await expectAccessibleScreen(page)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page).toHaveURL('/inbox')
  await signOut()
  await page.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(databases).toEqual([`rootsquare.drafts.${third.id}`])
  await context.unroute(sendCall)
  await onSignIn(page).fill(ada.username, ada.password)
  await expect(menuButton(page)).toBeVisible()
  await page.goto(path)
  await expect(messageField(page)).toHaveValue('')
  expect(await sentMessages(bello, ada)).toEqual([])
})
