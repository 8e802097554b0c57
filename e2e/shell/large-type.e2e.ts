import type { Page } from '@playwright/test'
import { expect, type Server } from '../support/fixtures.ts'
import { shopOf } from '../support/in-market.ts'
import { typeFaults, smallTargets } from '../support/large-type.ts'
import { enter, logIn, navigateInApp, test, untilStable } from '../support/visit.ts'

/** The old page is marked, because the address changes before the page does. Tabs of one page keep what they share. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.querySelector('main > *')?.setAttribute('data-left', ''))
  if (new URL(page.url()).pathname === path) return
  await navigateInApp(page, path)
  if (!/^\/group\/\d+\//.test(path)) await expect(page.locator('main [data-left]')).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

const memberPages = `/user /search?q=a /profile /notifications /settings /settings/notifications /addresses
  /bookmarks /group-list /group/1 /group/1/about /group/1/members /group-map /marketplace /my-orders
  /received-orders /payouts /disputes /inbox /messages/2`.split(/\s+/)
const staffPages = [
  '/admin-users',
  '/reported-posts',
  '/suspended-users',
  '/system-analytics',
  '/admin-submissions',
]

async function firstIds(page: Page, token: string) {
  const get = async (path: string) => {
    const reply = await page.request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    return (await reply.json()).data.content[0].id
  }
  return [await get('/post/user/post/feed?page=0&size=1'), await get('/items?page=0&size=1')]
}

async function buyerWithCart(server: Server): Promise<string> {
  const { buyer, sell, addToCart } = await shopOf(server)
  await addToCart(await sell({ name: 'Bead', price: 120.5, stock: 3 }), 2)
  return buyer.token
}

test.use({ viewport: { width: 360, height: 780 } })

// One pass over the pages in each size, in one tab, because loading the app anew would take most of the time.
test('type twice as large fits on a phone, and every control a finger', async ({ page, server }) => {
  test.slow()
  const found: Record<string, unknown> = {}

  async function check(paths: string[]): Promise<void> {
    for (const [size, read] of [
      ['200%', typeFaults],
      ['', smallTargets],
    ] as const) {
      await page.evaluate((to) => void (document.documentElement.style.fontSize = to), size)
      for (const path of paths) {
        await go(page, path)
        const faults = await untilStable(page, () => read(page))
        if (faults.length > 0) found[`${path} ${size}`] = faults
      }
    }
  }

  await page.goto('/')
  await check(['/', '/signup', '/reset-password'])
  const token = await logIn(server.url, 'hauwa.d')
  const [post, item] = await firstIds(page, token)
  await enter(page, token, '/user')
  await check([...memberPages, `/post/${post}`, `/marketplace?item=${item}`])
  await enter(page, await buyerWithCart(server), '/user')
  await check(['/cart'])
  await enter(page, await logIn(server.url, 'tunde.adeleye'), '/user')
  await check(staffPages)
  expect(found).toEqual({})
})
