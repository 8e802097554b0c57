import { expect, onTestFinished, test } from 'vitest'
import { limitsFor, openPictures } from '#api/ports/pictures/picture-pool.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import { manyScans } from '#api/test/media/jpeg.ts'
import { endlessGif } from '#api/test/media/pictures.ts'
import { hugePng, inflatingPng, overflowingPng } from '#api/test/media/png.ts'
import { sendFile } from '#api/test/media/upload.ts'
import { sharedApp } from '#api/test/shared-app.ts'

// A picture that took more would be too complex. 70 MB are the process itself.
const limits = { ...limitsFor(4_000_000_000), maxBytes: 270_000_000, maxCpuMs: 1000 }
const app = await sharedApp({ pictures: openPictures(limits) })
const member = await buildMember(app)

test.each([
  ['50,000 x 50,000 pixels', 'TOO_MANY_PIXELS', () => hugePng(50_000)],
  ['10,000 frames', 'TOO_MANY_FRAMES', () => endlessGif(10_000)],
  ['200,000 frames', 'TOO_MANY_FRAMES', () => endlessGif(200_000)],
  ['883 scans', 'TOO_COMPLEX', () => manyScans({ width: 8000, height: 6250, scans: 883 })],
])('rejects %s quickly, in little memory', async (_what, code, make) => {
  expectFailure(await sendCheaply(make()), 400, code)
})

test.each([
  ['pixels beyond its own that unpack', () => overflowingPng(200_000_000)],
  ['a text that unpacks', () => inflatingPng('zTXt', 200_000_000)],
  ['a colour profile that unpacks', () => inflatingPng('iCCP', 200_000_000)],
])('uses little memory for a tiny picture with %s to 200 MB', async (_what, make) => {
  const { status, body } = await sendCheaply(make())
  expect(status).toBe(200)
  expect(body).toMatchObject({ width: 8, height: 8 })
})

/** The picture is decoded in a process of its own, so that this one has next to nothing to do. */
async function sendCheaply(file: Buffer<ArrayBuffer>) {
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5)
  onTestFinished(() => clearInterval(watch))
  const begun = process.cpuUsage()
  const answer = await sendFile(app, member, { file })
  const { user, system } = process.cpuUsage(begun)
  // Only the CPU time of this process counts, because other programs may keep the machine busy.
  expect((user + system) / 1000).toBeLessThan(1000)
  expect(most - before).toBeLessThan(100_000_000)
  return answer
}
