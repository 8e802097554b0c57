import {
  expectAccessibleAndInside,
  expectAccessibleScreen,
  expectInsideViewport,
} from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { expectSnackbar } from '../support/in-settings.ts'
import { apiOf, send } from '../support/members.ts'
import { quarters } from '../support/pictures.ts'
import { enter, logIn, test } from '../support/visit.ts'

type Bought = { content: { transactionRef: string }[] }

test('a review with a picture is written by keyboard and shown on its item', async ({ page, server }) => {
  const token = await logIn(server.url, 'adaeze.n')
  const api = await apiOf(server.url, token)
  const { content } = await send<Bought>({ api }, 'get', '/cart/orders?status=COMPLETED')
  await enter(page, token, `/my-order/${content[0]?.transactionRef}`)
  const name = 'Dried crayfish, 500 g'
  await page.getByRole('button', { name: `Write a review of ${name}` }).press('Enter')
  const form = page.getByRole('dialog', { name: `Review ${name}` })
  await expect(form.getByRole('radio', { name: '1 star: Bad' })).toBeFocused()
  await page.keyboard.press('Space')
  for (let star = 1; star < 5; star += 1) await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('radio', { name: '5 stars: Very good' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Clean, dry and full of taste.')
  const file = { name: 'pot.png', mimeType: 'image/png', buffer: quarters(80, 60) }
  await form.getByLabel('Files of the pictures').setInputFiles(file)
  await expect(form.getByRole('progressbar')).toHaveCount(0)
  await expectAccessibleScreen(page)
  await form.getByRole('button', { name: 'Post review' }).press('Enter')
  await expectSnackbar(page, 'Thank you. Your review helps others to choose.')
  await page.getByRole('main').getByRole('link', { name }).click()
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByText('Clean, dry and full of taste.')).toBeVisible()
  await expect(reviews.getByRole('button', { name: 'Enlarge picture 1' }).locator('img')).toBeVisible()
  await expectAccessibleAndInside(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectInsideViewport(page)
})
