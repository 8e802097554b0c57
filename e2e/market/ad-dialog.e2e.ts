import type { Page } from '@playwright/test'
import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { dialog, expectSnackbar } from '../support/in-settings.ts'
import { type Member, send, signUpMember } from '../support/members.ts'
import { choose, picture, quarters } from '../support/pictures.ts'
import { enter, test } from '../support/visit.ts'

const waits = 'Your item is with the admins. It will be seen once they have approved it.'

function onAd(page: Page) {
  const box = dialog(page, 'Publish ads')
  return {
    box,
    choose: box.getByRole('button', { name: /^(Choose a picture|Add more pictures)/ }),
    pictures: box.getByRole('list', { name: 'Pictures of the item' }).locator('img'),
    progress: box.getByRole('progressbar'),
    name: box.getByLabel('Name'),
    price: box.getByLabel('Price'),
    stock: box.getByLabel('Stock'),
    category: box.getByRole('checkbox').first(),
    add: box.getByRole('button', { name: 'Add', exact: true }),
    action: (name: string) => box.getByRole('button', { name, exact: true }),
  }
}

type SavedItem = { price: number; stock: number; imageUrl: string; images: string[] }

async function itemsOf(member: Member): Promise<SavedItem[]> {
  return (await send<{ content: SavedItem[] }>(member, 'get', `/items?userId=${member.id}`)).content
}

// Failures, seven pictures, drafts and deletion are tested in ad-form.test.tsx and item.test.tsx.
test('an item is offered by keyboard alone and waits for an admin', async ({ page, server }) => {
  const seller = await signUpMember(server)
  await enter(page, seller.token, '/profile/items')
  await expect(page.getByText('You are not selling anything yet.')).toBeVisible()
  const publish = page.getByRole('button', { name: 'Publish ads' })
  await publish.press('Enter')
  const form = onAd(page)
  await expect(form.add).toBeDisabled()
  // Each picture is recognizable by its width.
  await choose(form.choose, picture('bowl.png', quarters(60, 60)), picture('side.png', quarters(61, 60)))
  await expect(form.progress).toHaveCount(0)
  await form.action('Move picture 2 earlier').press('Enter')
  await expect(form.action('Move picture 1 earlier')).toBeFocused()
  const widths = (all: (HTMLElement | SVGElement)[]) =>
    all.map((image) => image instanceof HTMLImageElement && image.naturalWidth)
  await expect.poll(() => form.pictures.evaluateAll(widths)).toEqual([61, 60])
  await form.add.press('Enter')
  await expect(form.box.getByText('Required.')).toHaveCount(4)
  await expect(form.name).toBeFocused()
  await expectAccessibleScreen(page, 'Publish ads')
  await page.setViewportSize({ width: 1280, height: 800 })
  await form.choose.focus()
  for (const typed of ['Calabash bowl', 'From one gourd.', '1000000.01', '3']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  // The caret stays between the same digits.
  for (const key of ['Shift+Tab', 'Home', 'ArrowRight', '9']) await page.keyboard.press(key)
  await expect(form.price).toHaveValue('19,000,000.01')
  const caret = () => form.price.evaluate((input: HTMLInputElement) => input.selectionStart)
  await expect.poll(caret).toBe(2)
  for (const key of ['Backspace', 'Tab', 'Tab', 'Space', 'Enter']) await page.keyboard.press(key)
  await expectSnackbar(page, waits)
  await expect(form.box).toHaveCount(0)
  await expect(publish).toBeFocused()
  const rows = page.getByRole('list', { name: 'items' }).getByRole('listitem')
  await expect(rows).toHaveText([/Calabash bowl.*₦1,000,000\.01.*Unapproved/])
  // A member who has sold nothing sees no figures.
  await expect(page.getByRole('region', { name: 'Your sales' })).toHaveCount(0)
  const saved = { price: 1_000_000.01, stock: 3, images: [expect.any(String)] }
  expect(await itemsOf(seller)).toMatchObject([saved])
})
