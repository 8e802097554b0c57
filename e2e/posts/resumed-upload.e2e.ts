import { composer, expectOnTop, filmed } from '../support/in-composer.ts'
import { signUpMember } from '../support/members.ts'
import { choose } from '../support/pictures.ts'
import { openProxy } from '../support/proxy.ts'
import { expect, test } from '../support/fixtures.ts'

/** An element of WebM that readers skip. */
function padding(bytes: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE((1n << 56n) + BigInt(bytes))
  return Buffer.concat([Buffer.from([0xec]), size, Buffer.alloc(bytes)])
}

test('a video goes on where it stopped, after a break of the line and after a reload', async ({
  page,
  server,
}) => {
  const member = await signUpMember(server)
  const line = await openProxy()
  line.forwardTo(server)
  await page.goto(`${line.url}/favicon.svg`)
  await page.evaluate((token) => localStorage.setItem('rootsquare.token', token), member.token)
  await page.goto(`${line.url}/user`)
  const { video, tiles, progress, text, post } = composer(page)
  // The first is of the poster.
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await video.waitFor()
  const buffer = Buffer.concat([await filmed(page), padding(3_000_000)])
  line.breakAfter(1_000_000)
  const breakOf = () => page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
  const first = breakOf()
  await choose(video, { name: 'long.webm', mimeType: 'video/webm', buffer })
  await first
  line.breakAfter(1_000_000)
  await breakOf()
  line.breakAfter(Infinity)
  await page.reload()
  await expect(tiles).toHaveCount(1)
  await expect(progress).toHaveCount(0)
  await text.fill('Sent in pieces')
  await post.click()
  await expectOnTop(page, 'Sent in pieces')
  const [poster, begin, second, third] = offsets
  expect([poster, begin, offsets.length]).toEqual([0, 0, 4])
  expect(second).toBeGreaterThan(500_000)
  expect(third).toBeGreaterThan(1_000_000)
  line.close()
})
