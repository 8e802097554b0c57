import type { Page } from '@playwright/test'
import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { groupNamed, join, postIn } from '../support/in-groups.ts'
import { order, shopOf } from '../support/in-market.ts'
import { signUpMember, writeMessage } from '../support/members.ts'
import { writeComment } from '../support/on-posts.ts'
import { enter, test, tokenKey } from '../support/visit.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } })

test('what was opened is read without a connection, with its age, and by nobody else', async ({
  page,
  context,
  server,
}) => {
  const { seller, buyer, sell, addToCart } = await shopOf(server)
  const group = await groupNamed(buyer.api, 'Igala')
  await Promise.all([join(buyer.api, group.id), join(seller.api, group.id)])
  const postId = await postIn(seller.api, group.id, 'Seen before the line went')
  await writeComment(buyer.api, postId, 'Said before, too')
  await writeMessage(seller, buyer, 'Read me again')
  const [bought, wanted] = await Promise.all([
    sell({ name: 'Bought basket', price: 900, stock: 3 }),
    sell({ name: 'Wanted stool', price: 1200, stock: 3 }),
  ])
  await order(buyer, bought)
  await addToCart(wanted)

  const seen: [path: string, text: string | RegExp][] = [
    ['/user', 'Seen before the line went'],
    [`/post/${postId}`, 'Said before, too'],
    [`/group/${group.id}`, 'Seen before the line went'],
    [`/group/${group.id}/history`, /Igala/],
    ['/inbox', 'Read me again'],
    [`/messages/${seller.id}`, 'Read me again'],
    ['/notifications', /commented|ordered|order/i],
    ['/my-orders', 'Bought basket'],
    ['/cart', 'Wanted stool'],
  ]
  const expectRead = async (text: string | RegExp) =>
    expect(page.getByRole('main').getByText(text).first()).toBeVisible()

  await test.step('with a connection', async () => {
    await enter(page, buyer.token, '/user')
    for (const [path, text] of seen) {
      await page.evaluate((next) => history.pushState({}, '', next), path)
      await expectRead(text)
      await expect.poll(() => storedPages(page, buyer.id)).toContain(path)
    }
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  })

  const age = page.getByText(/^Saved (just now|1 minute ago)$/)
  await test.step('without one', async () => {
    await context.setOffline(true)
    for (const [path, text] of seen) {
      await page.goto(path)
      await expectRead(text)
      await expect(age, path).toBeVisible()
      await expect(page.getByText(/This page is not stored|No response|^Error|^Failed/), path).toHaveCount(0)
    }
    await expectAccessibleScreen(page, 'a stored page')
  })

  await test.step('a page that was never opened leads to those that were', async () => {
    await page.goto(`/group/${group.id + 1}`)
    await expect(page.getByText('This page is not stored on this device')).toHaveCount(1)
    await expectAccessibleScreen(page, 'a page that is not stored')
    await page.getByRole('main').getByRole('link', { name: 'Inbox', exact: true }).click()
    await expectRead('Read me again')
  })

  await test.step('another member of the same device sees nothing of it', async () => {
    const other = await signUpMember(server, { firstName: 'Chidi' })
    await page.evaluate(([key, token]) => localStorage.setItem(key, token), [tokenKey, other.token] as const)
    for (const path of ['/inbox', '/cart', `/post/${postId}`]) {
      await page.goto(path)
      await expect(page.getByText('This page is not stored on this device')).toBeVisible()
      await expect(page.getByText(/Read me again|Wanted stool|Seen before|Said before/)).toHaveCount(0)
      await expect(page.getByText('Stored on this device:')).toHaveCount(0)
    }
  })

  await test.step('what changed is shown once the connection is back', async () => {
    await page.evaluate(([key, token]) => localStorage.setItem(key, token), [tokenKey, buyer.token] as const)
    await page.goto(`/messages/${seller.id}`)
    await expectRead('Read me again')
    await writeMessage(seller, buyer, 'The line is back')
    await context.setOffline(false)
    await expectRead('The line is back')
  })
})

/** The paths of the pages that are saved. */
function storedPages(page: Page, memberId: number): Promise<string[]> {
  return page.evaluate(
    (name) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(new Error('There is no database.'))
        opening.onsuccess = () => {
          // The first page is saved a moment after it was shown, and the database is made then.
          if (!opening.result.objectStoreNames.contains('answers')) return resolve([])
          const found = opening.result.transaction('answers').objectStore('answers').get('pages')
          found.onsuccess = () => {
            opening.result.close()
            const pages: { path: string }[] = found.result ?? []
            resolve(pages.map(({ path }) => path))
          }
        }
      }),
    `rootsquare.drafts.${memberId}`,
  )
}
