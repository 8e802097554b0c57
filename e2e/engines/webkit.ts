import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect } from '../support/fixtures.ts'
import type { Tab } from './tab.ts'

/** The name of an element in WebDriver (https://www.w3.org/TR/webdriver2/#elements). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type ElementRef = { [elementKey]: string }

/** A tab of WebKitGTK's small browser, by WebDriver. It draws on a screen that exists in memory only. */
export async function openWebKitTab(driver: string): Promise<Tab> {
  const programs: ChildProcess[] = []
  const at = await openSession(driver, programs)
  const execute = <T>(script: string) => send<T>('POST', `${at}/execute/sync`, { script, args: [] })
  async function use(find: string, action: string, body: object): Promise<boolean> {
    const element = await execute<ElementRef | null>(find)
    if (element) await send('POST', `${at}/element/${element[elementKey]}/${action}`, body)
    return element !== null
  }
  await send('POST', `${at}/window/rect`, { width: 360, height: 800 })
  return {
    errors: [],
    goto: async (url) => void (await send('POST', `${at}/url`, { url })),
    url: () => send<string>('GET', `${at}/url`),
    run: (script) => execute<unknown>(script),
    press: (find) => use(find, 'click', {}),
    type: (find, text) => use(find, 'value', { text }),
    async close() {
      await send('DELETE', at).catch(() => {})
      await Promise.all(programs.map(end))
    },
  }
}

/** Starts the screen, the driver and the browser, and returns the address of the session. */
async function openSession(driver: string, programs: ChildProcess[]): Promise<string> {
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = String((await once(display.stdout, 'data'))[0]).trim()
  const port = await freePort()
  // Its sandbox needs rights that containers do not give. The only site it opens is ours.
  const env = { ...process.env, DISPLAY: `:${number}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
  programs.push(spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' }), display)
  const base = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${base}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady).toBe(true)
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4*/MiniBrowser')
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
  }
  const { sessionId } = await send<{ sessionId: string }>('POST', `${base}/session`, { capabilities })
  return `${base}/session/${sessionId}`
}

async function send<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value }: { value: T & { error?: string; message?: string } } = await response.json()
  if (!response.ok) throw new Error(`${url}: ${value.error} ${value.message}`)
  return value
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
