import { expectAccessibleScreen } from '../support/accessible.ts'
import { quarters } from '../support/pictures.ts'
import { expect } from '../support/fixtures.ts'
import { order, pay, shopOf } from '../support/in-market.ts'
import { send } from '../support/members.ts'
import { enter, test } from '../support/visit.ts'

test('a buyer opens a dispute, and the answer appears without a reload', async ({ page, server }) => {
  const { seller, buyer, sell } = await shopOf(server)
  const placed = await order(buyer, await sell({ name: 'Drum', price: 1250, stock: 1 }))
  await pay(server, buyer, placed)
  type Sold = { content: { orderId: number }[] }
  const { content } = await send<Sold>(seller, 'get', '/cart/seller/orders')
  await send(seller, 'patch', `/cart/seller/order/${content[0]?.orderId}`, { state: 'SHIPPED' })
  await enter(page, buyer.token, `/my-order/${placed.transactionRef}`)
  await page.getByRole('button', { name: 'Something is wrong' }).click()
  await page.getByRole('radio', { name: 'It is damaged' }).check()
  await page.getByRole('textbox', { name: 'What happened?' }).fill('The skin is torn')
  const torn = { name: 'torn.png', mimeType: 'image/png', buffer: quarters(60, 60) }
  await page.getByLabel('Files of the pictures').setInputFiles(torn)
  await expect(page.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expectAccessibleScreen(page)
  await page.getByRole('button', { name: 'Tell the seller' }).click()
  await page.waitForURL(/\/disputes\/\d+$/)
  await expect(page.getByRole('link', { name: 'Open picture 1 of 1' })).toBeVisible()
  await expectAccessibleScreen(page)
  const id = page.url().split('/').at(-1)
  await send(seller, 'post', `/disputes/${id}/messages`, { text: 'It was whole when it left' })
  await expect(page.getByText('It was whole when it left')).toBeVisible()
  await send(seller, 'patch', `/disputes/${id}`, { decision: 'REFUND_BUYER' })
  await expect(page.getByRole('heading', { name: 'The buyer gets ₦1,250.00 back.' })).toBeVisible()
})
