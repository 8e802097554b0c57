import { expect, test } from 'vitest'
import { sortFiles } from './composer-files.ts'

const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures and MP4, WebM and QuickTime videos are accepted.'

/** Returns a file that claims to have `size` bytes. */
function file(name: string, type: string, size = 100): File {
  return Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })
}

const sorted = (files: File[], attached = 0) => {
  const { fit, rejected } = sortFiles(files, attached)
  return {
    fit: fit.map(({ stored: { name, kind } }) => `${kind} ${name}`),
    rejected: rejected.map(({ name, reason }) => `${name} ${reason}`),
  }
}

test.each([
  ['a.png', 'image/png', 'image'],
  ['a.avif', 'image/avif', 'image'],
  ['a.webm', 'video/webm', 'video'],
  ['a.mov', 'video/quicktime', 'video'],
  // Some systems do not tell the type.
  ['a.MP4', '', 'video'],
  ['a.jpeg', '', 'image'],
  // The browser may be able to convert it; otherwise it is rejected later.
  ['phone.heic', 'image/heic', 'image'],
])('accepts %s of type %j as a %s', (name, type, kind) => {
  expect(sorted([file(name, type)])).toEqual({ fit: [`${kind} ${name}`], rejected: [] })
})

test.each([
  [file('empty.png', 'image/png', 0), 'empty.png This file is empty.'],
  [file('notes.txt', 'text/plain'), `notes.txt ${kinds}`],
  [file('page', ''), `page ${kinds}`],
  [file('phone.heic', 'application/octet-stream'), `phone.heic ${kinds} Save it as JPEG first.`],
  [
    file('long.mp4', 'video/mp4', 50_000_001),
    'long.mp4 A video may have at most 50 MB. This one has 50.1 MB.',
  ],
  [
    file('long.gif', 'image/gif', 10_000_001),
    'long.gif A picture may have at most 10 MB. This one has 10.1 MB.',
  ],
])('rejects $name with a reason', (unfit, reason) => {
  expect(sorted([unfit])).toEqual({ fit: [], rejected: [reason] })
})

test.each([
  ['a video of exactly the largest size', file('a.mp4', 'video/mp4', 50_000_000)],
  ['a GIF of exactly the largest size', file('a.gif', 'image/gif', 10_000_000)],
  ['a large picture, since it is made smaller', file('huge.png', 'image/png', 20_000_000)],
])('accepts %s', (_, fit) => {
  expect(sorted([fit]).rejected).toEqual([])
})

test('lists all files beyond the tenth in one line', () => {
  const files = Array.from({ length: 13 }, (_, at) => file(`${at}.png`, 'image/png'))
  const most = 'A post can have at most 10 pictures and videos.'
  expect(sorted(files).fit).toHaveLength(10)
  expect(sorted(files).rejected).toEqual([`10.png and 2 more ${most}`])
  expect(sorted(files.slice(0, 1), 10)).toEqual({ fit: [], rejected: [`0.png ${most}`] })
})
