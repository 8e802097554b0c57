import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { openFirefoxTab } from './firefox.ts'
import type { Tab } from './tab.ts'
import { openWebKitTab } from './webkit.ts'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '..', '..', '.cache', 'engines')

/** Says why an engine cannot be had here. */
export class EngineMissing extends Error {}

const engines: Record<string, () => Promise<Tab>> = {
  async Firefox() {
    const executablePath = await debianProgram('firefox-esr', 'firefox-esr')
    return openFirefoxTab(await puppeteer(), executablePath)
  },
  async WebKit() {
    await debianProgram('Xvfb', 'xvfb')
    return openWebKitTab(await debianProgram('WebKitWebDriver', 'webkit2gtk-driver'))
  },
}
export const engineNames = Object.keys(engines)

export async function openEngine(name: string): Promise<Tab> {
  const open = engines[name]
  if (!open) throw new Error(`There is no engine ${name}: ${engineNames.join(', ')}.`)
  return open()
}

/** Drives browsers that Playwright does not. Installed here and not with the other packages, because only this part needs it. */
async function puppeteer(): Promise<string> {
  const folder = await npmPackage('puppeteer-core', '25.16.0')
  return join(folder, 'node_modules', 'puppeteer-core', 'lib', 'puppeteer', 'puppeteer-core.js')
}

/** Installs a package in a folder of its own, once. */
async function npmPackage(name: string, version: string): Promise<string> {
  const folder = join(cache, `${name.replace('/', '-')}-${version}`)
  if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return folder
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--workspaces=false']
  await run('npm', ['install', ...options, `${name}@${version}`], { cwd: folder }).catch((error: Error) => {
    throw new EngineMissing(`npm could not install ${name} ${version}: ${error.message}`)
  })
  return folder
}

/** Finds a program, and installs its package on Debian where somebody may. */
async function debianProgram(name: string, debianPackage: string): Promise<string> {
  const found = pathOf(name)
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env }).catch(() => {})
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], { env }).catch(
      () => {},
    )
  }
  const installed = pathOf(name)
  if (!installed) throw new EngineMissing(`${name} is not here: install ${debianPackage}.`)
  return installed
}

function pathOf(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
