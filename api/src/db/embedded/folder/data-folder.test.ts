import { realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '#api/test/processes/embedded-server.ts'
import { openDataFolder } from './data-folder.ts'

const sentence = (folder: string, why: string) =>
  `The data folder ${folder} cannot be made, entered or written (${why}). Check who may write there, or set DATA_DIR to another folder.`

test('a folder is created with its parents', async () => {
  const folder = join(freshFolder(), 'made', 'on demand')
  expect(await openDataFolder(folder)).toBe(folder)
  expect(statSync(folder).isDirectory()).toBe(true)
  expect(await openDataFolder(`${folder}/`)).toBe(folder)
})

test('two starts may create the same folder at once', async () => {
  const folder = join(freshFolder(), 'a', 'b', 'c')
  expect(await Promise.all([openDataFolder(folder), openDataFolder(folder)])).toEqual([folder, folder])
})

test('a link is followed to its folder', async () => {
  const folder = freshFolder()
  const link = join(freshFolder(), 'link')
  symlinkSync(folder, link)
  expect(await openDataFolder(link)).toBe(realpathSync(folder))
})

test('a folder under /proc is reported at once', async (ctx) => {
  if (process.platform !== 'linux') ctx.skip('needs /proc')
  await expect(openDataFolder('/proc/x')).rejects.toThrow(sentence('/proc/x', 'ENOENT'))
  await expect(openDataFolder('/proc/x/y/z')).rejects.toThrow(sentence('/proc/x/y/z', 'ENOENT'))
})

test('a file in the path is reported', async () => {
  const file = join(freshFolder(), 'file')
  writeFileSync(file, '')
  await expect(openDataFolder(file)).rejects.toThrow(sentence(file, 'EEXIST'))
  await expect(openDataFolder(join(file, 'x'))).rejects.toThrow(sentence(`${file}/x`, 'ENOTDIR'))
})

test('a dangling link is reported', async () => {
  const link = join(freshFolder(), 'link')
  symlinkSync('/nowhere/at/all', link)
  await expect(openDataFolder(link)).rejects.toThrow(sentence(link, 'EEXIST'))
})
