import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { manyScans } from '#api/test/media/jpeg.ts'
import { animation, picture } from '#api/test/media/pictures.ts'
import { limitsFor, openPictures, type PictureLimits } from './picture-pool.ts'
import { PicturesBusy, UndrawablePicture, type PictureToDraw } from './pictures.ts'

const limits = { ...limitsFor(4_000_000_000), processes: 1 }

function pool(changed: Partial<PictureLimits> = {}) {
  const pictures = openPictures({ ...limits, ...changed })
  onTestFinished(() => pictures.close())
  return pictures
}

const drawing = (
  source: string | Buffer,
  format = 'jpeg',
  more: Partial<PictureToDraw> = {},
): PictureToDraw => ({
  source,
  format,
  side: 100,
  thumbnailSide: 20,
  maxPixels: 50_000_000,
  maxFrames: 200,
  ...more,
})

/** The processes that this one has started to draw pictures. */
function processes(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args=']).toString().split('\n')
  const own = lines.filter((line) => line.includes('picture-process'))
  return own.flatMap((line) => {
    const [pid = 0, parent] = line.trim().split(/\s+/).map(Number)
    return parent === process.pid ? [pid] : []
  })
}

test('draws from bytes and from a file, with a thumbnail', async () => {
  const pictures = pool()
  const file = join(mkdtempSync(join(tmpdir(), 'rs-picture-')), 'a')
  writeFileSync(file, await picture('png', 200, 100))
  const [small, large] = [
    await pictures.draw(drawing(await picture('jpeg', 200, 100), 'jpeg', { thumbnailSide: null }), 'ada'),
    await pictures.draw(drawing(file, 'png'), 'ada'),
  ]
  expect([small.width, small.height, small.thumbnail]).toEqual([100, 50, null])
  expect(await sharp(large.bytes).metadata()).toMatchObject({ format: 'webp', width: 100, height: 50 })
  expect(await sharp(large.thumbnail ?? undefined).metadata()).toMatchObject({ width: 20, height: 10 })
})

test('the attack is a valid picture, which sharp decodes without complaint', async () => {
  for (const components of [1, 3]) {
    const file = manyScans({ width: 40_000, height: 24, scans: 883, components })
    const { data, info } = await sharp(file, { failOn: 'warning' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, data[0]]).toEqual([40_000, 24, 128])
  }
})

test('rejects a JPEG of too many scans before it is decoded', async () => {
  // The scans of the first alone would take twenty times this time of the processor.
  const pictures = pool({ maxCpuMs: 1000 })
  for (const shape of [
    { width: 8000, height: 6250, scans: 883 },
    { width: 64, height: 64, scans: 883 },
    { width: 64, height: 64, scans: 65 },
    { width: 8000, height: 6250, scans: 31, components: 3 },
  ])
    await expect(pictures.draw(drawing(manyScans(shape)), 'ada')).rejects.toEqual(
      new UndrawablePicture('too complex'),
    )
})

test('draws progressive pictures as encoders write them', async () => {
  const source = sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
  const pictures = pool()
  for (const more of [{ progressive: true, chromaSubsampling: '4:4:4' }, { mozjpeg: true }, {}]) {
    const { width } = await pictures.draw(drawing(await source.clone().jpeg(more).toBuffer()), 'ada')
    expect(width).toBe(100)
  }
  const most = await pictures.draw(drawing(manyScans({ width: 640, height: 480, scans: 64 })), 'ada')
  expect(most.height).toBe(75)
})

test('ends a picture that takes too much time of the processor', async () => {
  const pictures = pool({ maxCpuMs: 100 })
  const slow = drawing(manyScans({ width: 8000, height: 6250, scans: 30 }))
  await expect(pictures.draw(slow, 'ada')).rejects.toEqual(new UndrawablePicture('too complex'))
  expect((await pictures.draw(drawing(await picture('jpeg')), 'ada')).width).toBe(64)
})

test('ends a picture that takes too much memory', async () => {
  const pictures = pool({ maxBytes: 200_000_000 })
  const large = drawing(manyScans({ width: 8000, height: 6250, scans: 10, components: 3 }))
  await expect(pictures.draw(large, 'ada')).rejects.toEqual(new UndrawablePicture('too complex'))
  expect((await pictures.draw(drawing(await picture('jpeg')), 'ada')).width).toBe(64)
})

test('many pictures of one member delay those of another by one', async () => {
  const pictures = pool()
  const source = await picture('jpeg')
  const order: string[] = []
  const draw = async (member: string) => {
    await pictures.draw(drawing(source), member)
    order.push(member)
  }
  await Promise.all(['ada', 'ada', 'ada', 'ada', 'bayo'].map(draw))
  expect(order).toEqual(['ada', 'bayo', 'ada', 'ada', 'ada'])
})

test('a picture that is late may be tried again once, even if the process stops', async () => {
  const pictures = pool({ maxMs: 1 })
  const source = await picture('jpeg')
  await expect(pictures.draw(drawing(source), 'ada')).rejects.toBeInstanceOf(PicturesBusy)
  await expect(pictures.draw(drawing(source), 'ada')).rejects.toEqual(new UndrawablePicture('too complex'))
  await expect(pictures.draw(drawing(await picture('png')), 'ada')).rejects.toBeInstanceOf(PicturesBusy)
})

test('goes on with a new process when one was killed', async () => {
  const pictures = pool({ maxMs: 120_000 })
  const others = processes()
  await pictures.draw(drawing(await picture('jpeg')), 'ada')
  const [own = 0] = processes().filter((pid) => !others.includes(pid))
  process.kill(own, 'SIGSTOP')
  const stuck = pictures.draw(drawing(await picture('jpeg')), 'ada')
  stuck.catch(() => {})
  process.kill(own, 'SIGKILL')
  await expect(stuck).rejects.toBeInstanceOf(PicturesBusy)
  expect((await pictures.draw(drawing(await picture('jpeg')), 'ada')).width).toBe(64)
})

test('closing ends the processes and rejects what waits', async () => {
  const pictures = pool()
  const others = processes()
  const source = await picture('jpeg')
  const starting = pictures.draw(drawing(source), 'ada')
  const waiting = pictures.draw(drawing(source), 'bayo')
  const drawn = Promise.allSettled([starting, waiting])
  await pictures.close()
  const reasons = (await drawn).map((one) => one.status === 'rejected' && one.reason)
  expect(reasons).toEqual([expect.any(PicturesBusy), expect.any(PicturesBusy)])
  await expect.poll(processes).toEqual(others)
  await expect(pictures.draw(drawing(source), 'ada')).rejects.toBeInstanceOf(PicturesBusy)
})

test('an idle process ends, and the next picture starts another', async () => {
  const pictures = pool({ idleMs: 10 })
  const others = processes()
  await pictures.draw(drawing(await picture('jpeg')), 'ada')
  await expect.poll(processes).toEqual(others)
  expect((await pictures.draw(drawing(await animation('gif', 3), 'gif'), 'ada')).width).toBe(16)
})

test('a small machine has one process with less memory', () => {
  expect(limitsFor(1_000_000_000)).toMatchObject({ processes: 1, maxBytes: 500_000_000 })
  expect(limitsFor(4_000_000_000)).toMatchObject({ processes: 2, maxBytes: 1_200_000_000 })
})
