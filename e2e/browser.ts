import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

// The headless shell comes first: it renders the same pages for less than half of the processor time.
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium']
const here = dirname(fileURLToPath(import.meta.url))
const cache = join(here, '..', '.cache', 'chromium')
const run = promisify(execFile)

export const noBrowserMessage =
  'The browser tests need a Chromium and found none: install Chromium or Chrome ' +
  '(on Debian: apt-get install chromium-headless-shell), or name one in CHROME.'

/** CHROME, else the machine's own, else the one that came with npm install where it fits this machine. */
export async function findBrowser(): Promise<Browser | undefined> {
  const chosen = process.env.CHROME
  if (chosen) return required(chosen)
  for (const path of systemPaths()) {
    const browser = plain(path)
    if (await starts(browser)) return browser
  }
  const packaged = await packagedBrowser()
  return packaged && (await starts(packaged)) ? packaged : undefined
}

/** Whether the distribution's Chromium can be installed here: Debian or Ubuntu, by somebody who may. */
export function canInstallBrowser(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

export async function installBrowser(): Promise<void> {
  const env = { ...ownEnv(), DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  for (const name of DEBIAN_PACKAGES) {
    const install = run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env })
    const isDone = await install.then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
}

async function required(path: string): Promise<Browser> {
  const browser = plain(path)
  if (await starts(browser)) return browser
  throw new Error(`CHROME is ${path}, but that does not start: name a Chromium that does, or unset it.`)
}

function systemPaths(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...paths, MAC_CHROME].filter((path) => existsSync(path))
}

function plain(executablePath: string): Browser {
  return { executablePath, args: [], env: ownEnv() }
}

async function packagedBrowser(): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = await unpacked()
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH]
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--font-render-hinting=none'],
    env: {
      ...ownEnv(),
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(delimiter),
      FONTCONFIG_FILE: join(folder, 'rootsquare-fonts.conf'),
    },
  }
}

/** Unpacks beside the final name and renames, so that a cut or a second run never meets half a browser. */
async function unpacked(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version }: { version: string } = createRequire(import.meta.url)(
    join(dirname(entry), '..', 'package.json'),
  )
  const folder = join(cache, version)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  await clearLeftovers()
  const temporary = await mkdtemp(join(cache, 'unpacking-'))
  try {
    await inflateInto(temporary, join(dirname(entry), '..', 'bin'))
    await writeFile(join(temporary, 'rootsquare-fonts.conf'), fontsFor(folder))
    await rename(temporary, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return folder
}

async function clearLeftovers(): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name)
    const isOld = Date.now() - (await stat(path)).mtimeMs > 3_600_000
    if (name.startsWith('unpacking-') && isOld) await rm(path, { recursive: true, force: true })
  }
}

/** The package unpacks into the temporary folder and nowhere else, hence a process of its own with another one. */
async function inflateInto(folder: string, archives: string): Promise<void> {
  const program = `
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    await inflate(${JSON.stringify(join(archives, 'al2023.tar.br'))})`
  const env = { ...process.env, TMPDIR: folder }
  await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: here, env })
}

/** The package's own list names folders of the cloud it was made for. */
function fontsFor(folder: string): string {
  const folders = [join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
  const entries = folders.map((path) => `<dir>${path}</dir>`).join('')
  return `<?xml version="1.0"?><fontconfig>${entries}<cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`
}

async function starts({ executablePath, env }: Browser): Promise<boolean> {
  return run(executablePath, ['--version'], { env, timeout: 15_000 }).then(
    () => true,
    () => false,
  )
}

function ownEnv(): Record<string, string> {
  const entries = Object.entries(process.env)
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
