import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { diskFiles } from './disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'rs-files-'))
const beside = join(folder, 'beside.txt')
writeFileSync(beside, 'not yours')
const files = diskFiles(join(folder, 'media'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytes = Buffer.from([0, 1, 2, 255])

describe('the media folder', () => {
  test('stores a file and returns its URL', async () => {
    await files.put('2026/11/a.webp', bytes, 'image/webp')
    expect(readFileSync(join(folder, 'media/2026/11/a.webp')).equals(bytes)).toBe(true)
    expect(files.addressOf('2026/11/a.webp')).toBe('/media/2026/11/a.webp')
  })

  test('reads a file by its URL, and none of another place', async () => {
    await files.put('f/f.webp', bytes, 'image/webp')
    expect((await files.read(files.addressOf('f/f.webp')))?.equals(bytes)).toBe(true)
    expect(await files.read('/media/f/none.webp')).toBeNull()
    expect(await files.read('https://elsewhere.example/media/f/f.webp')).toBeNull()
    await expect(files.read('/media/../beside.txt')).rejects.toThrow(/inside the store/)
  })

  test('replaces a file atomically', async () => {
    await files.put('b/b.webp', Buffer.alloc(1_000_000, 1), 'image/webp')
    await files.put('b/b.webp', bytes, 'image/webp')
    expect(readFileSync(join(folder, 'media/b/b.webp')).equals(bytes)).toBe(true)
    expect(readdirSync(join(folder, 'media/b'))).toEqual(['b.webp'])
  })

  test('moves a local file', async () => {
    const from = join(folder, 'film')
    writeFileSync(from, bytes)
    await files.take('d/film.mp4', from, 'video/mp4')
    expect(readFileSync(join(folder, 'media/d/film.mp4')).equals(bytes)).toBe(true)
    expect(readdirSync(join(folder, 'media/d'))).toEqual(['film.mp4'])
    await expect(files.take('d/none.mp4', from, 'video/mp4')).rejects.toThrow('ENOENT')
    expect(readdirSync(join(folder, 'media/d'))).toEqual(['film.mp4'])
  })

  test('removes files of an interrupted write', async () => {
    await files.put('e/e.webp', bytes, 'image/webp')
    writeFileSync(join(folder, 'media/e/e.webp.part'), 'half')
    await files.remove('e/e.webp')
    expect(readdirSync(join(folder, 'media/e'))).toEqual([])
  })

  test('removes a file, and succeeds again when it is missing', async () => {
    await files.put('c.webp', bytes, 'image/webp')
    await files.remove('c.webp')
    await files.remove('c.webp')
    expect(existsSync(join(folder, 'media/c.webp'))).toBe(false)
  })

  test.each([
    '../beside.txt',
    'a/../../beside.txt',
    '..',
    '.',
    '',
    '/etc/hostname',
    'a/../..',
    '../media-more/x',
  ])('rejects a key that leads outside by %j', async (key) => {
    await expect((async () => files.put(key, bytes, 'image/webp'))()).rejects.toThrow(/inside the store/)
    await expect((async () => files.remove(key))()).rejects.toThrow(/inside the store/)
    expect(readFileSync(beside, 'utf8')).toBe('not yours')
    expect(existsSync(join(folder, 'media-more'))).toBe(false)
  })

  test('rejects a key with a NUL', async () => {
    await expect(files.put('a\0b', bytes, 'image/webp')).rejects.toThrow()
  })
})
