import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { newAccount, onSignUp } from '../support/entry.ts'
import { composer, openComposer } from '../support/in-composer.ts'
import { homeAddress, shopOf } from '../support/in-market.ts'
import { follow, send, signUpPair, writePost } from '../support/members.ts'
import { enter, test } from '../support/visit.ts'

const file = new URL('spoken.txt', import.meta.url)

/** What a screen reader says of the control that has the focus: its name, what it is, and its state. */
async function spoken(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  })
  await session.detach()
  const [node] = nodes
  const states = (node?.properties ?? []).flatMap(({ name, value }) => {
    if (name === 'checked' || name === 'expanded' || name === 'pressed') return `${name}: ${value.value}`
    const isSaid = ['disabled', 'required', 'invalid', 'selected'].includes(name)
    return isSaid && value.value !== false && value.value !== 'false' ? name : []
  })
  const [name, role, description] = [node?.name?.value, node?.role?.value, node?.description?.value]
  return [`${role} “${name}”`, ...states, description].filter(Boolean).join(', ')
}

/** Presses Tab from where the focus is to this control, and returns what is said on the way. */
async function tabTo(page: Page, last: RegExp): Promise<string[]> {
  const said: string[] = []
  while (said.length < 40 && !last.test(said.at(-1) ?? '')) {
    await page.keyboard.press('Tab')
    said.push(await spoken(page))
  }
  return said
}

/** What differs from run to run is replaced. */
const settled = (text: string) => text.replaceAll(/Just now, [^”]*/g, 'Just now, and when')

const chapter = (title: string, said: string[]) => `${title}\n${said.map((line) => `  ${line}\n`).join('')}`

// UPDATE_SPOKEN=1 writes the text again, for a review of what has changed.
test('sign-up, a post, a purchase and an answer sound as they were reviewed', async ({ page, server }) => {
  const chapters: string[] = []
  await page.goto('/signup')
  await expect(onSignUp(page).submit).toBeVisible()
  await page.getByLabel('First name').focus()
  chapters.push(chapter('Sign up', [await spoken(page), ...(await tabTo(page, /^button “Sign up”/))]))
  await onSignUp(page).submit.press('Enter')
  await expect(onSignUp(page).firstName).toBeFocused()
  chapters.push(chapter('Sign up with nothing typed', [await spoken(page)]))
  await onSignUp(page).fill(newAccount())

  await openComposer(page, server)
  await composer(page).text.fill('The rains are here.')
  chapters.push(chapter('Post', [await spoken(page), ...(await tabTo(page, /^button “Post”/))]))

  const [ada, bello] = await signUpPair(server)
  await follow(bello, ada)
  const post = await writePost(ada, 'The yams are in.')
  await enter(page, bello.token, `/post/${post}`)
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible()
  await page.getByRole('article').getByRole('link').first().focus()
  chapters.push(
    chapter('Answer', [await spoken(page), ...(await tabTo(page, /^button “(Send|Post comment)/))]),
  )

  const { buyer, sell } = await shopOf(server)
  const item = await sell({ name: 'Drum', price: 1050.5, stock: 5 })
  await send(buyer, 'post', '/address', homeAddress)
  await enter(page, buyer.token, `/marketplace?item=${item}`)
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toBeVisible()
  chapters.push(chapter('An item', await tabTo(page, /^button “Add to cart”/)))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible()
  await page.goto('/cart')
  const phone = page.getByLabel('Phone Number')
  await phone.fill('08031234567')
  chapters.push(chapter('Buy', [await spoken(page), ...(await tabTo(page, /^button “Proceed to payment”/))]))

  const text = settled(chapters.join('\n'))
  if (process.env.UPDATE_SPOKEN) writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
})
