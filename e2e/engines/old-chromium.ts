import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

const run = promisify(execFile)
const cache = join(dirname(fileURLToPath(import.meta.url)), '../../.cache/engines')

/** The oldest that npm has comes first. */
export const oldVersions = ['103.0.0', '115.0.0', '117.0.0']

/** Why these browsers cannot run here, if they cannot. */
export const missing =
  process.platform === 'linux' && process.arch === 'x64'
    ? null
    : `@sparticuz/chromium is built for Linux on x64, and this is ${process.platform} on ${process.arch}.`

const folderOf = (version: string) => join(cache, `chromium-${version}`)

export function launchOptionsOf(version: string) {
  const folder = folderOf(version)
  const libraries = [folder, join(folder, 'lib'), process.env.LD_LIBRARY_PATH]
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries.filter(Boolean).join(':') },
  }
}

/** Downloads a version from the package registry into .cache, once. */
export async function installOldChromium(version: string): Promise<void> {
  if (existsSync(folderOf(version))) return
  await mkdir(cache, { recursive: true })
  const temporary = await mkdtemp(join(cache, 'unpacking-'))
  try {
    await run('npm', ['pack', `@sparticuz/chromium@${version}`, '--pack-destination', temporary])
    const [archive = ''] = await readdir(temporary)
    await run('tar', ['-xzf', archive], { cwd: temporary })
    const packed = join(temporary, 'package/bin')
    for (const name of await readdir(packed)) await unpack(join(packed, name), temporary)
    await rm(join(temporary, 'package'), { recursive: true })
    await rename(temporary, folderOf(version))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function unpack(file: string, folder: string): Promise<void> {
  const target = join(folder, /([^/]+)\.br$/.exec(file)?.[1] ?? '')
  await writeFile(target, await promisify(brotliDecompress)(await readFile(file)))
  if (target.endsWith('.tar')) await run('tar', ['-xf', target], { cwd: folder })
  else await chmod(target, 0o755)
}
