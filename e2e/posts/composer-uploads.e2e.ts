import { expect } from '../support/fixtures.ts'
import { signUpMember } from '../support/members.ts'
import { noise, picture } from '../support/pictures.ts'
import { enter, test } from '../support/visit.ts'

test('a picture whose upload breaks goes on by itself where it stopped', async ({ page, server }) => {
  const { token } = await signUpMember(server)
  const calls: string[] = []
  await page.route('**/api/media/resumable/*', async (route) => {
    const method = route.request().method()
    calls.push(method)
    const isFirst = method === 'PATCH' && calls.filter((one) => one === 'PATCH').length === 1
    await (isFirst ? route.abort('connectionreset') : route.continue())
  })
  await enter(page, token, '/user')
  await page.getByLabel('Photo files').setInputFiles(picture('noise.png', noise(1000)))
  await expect(page.getByText('Waiting for the connection…')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove noise.png' })).toBeVisible()
  await expect(page.getByText(/^\d[\d.]* MB → /)).toBeVisible()
  expect(calls).toEqual(['PATCH', 'HEAD', 'PATCH'])
})
