import { spawn } from 'node:child_process'
import { chromium } from '@playwright/test'
import { findBrowser, noBrowserMessage } from '../../e2e/browser.ts'

/**
 * Starts a browser on a folder that stays, as on a phone. `kill` ends all of its processes at once, as a phone does that needs
 * the memory: nothing is asked, and nothing can be saved.
 */
export async function startBrowser(folder) {
  const found = await findBrowser()
  if (!found) throw new Error(noBrowserMessage)
  // With a keyboard and a mouse, so that Enter sends.
  const input = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'
  const own = ['--remote-debugging-port=0', `--user-data-dir=${folder}`, `--blink-settings=${input}`]
  const args = ['--headless', '--no-sandbox', ...own]
  const child = spawn(found.executablePath, [...found.args, ...args], {
    env: found.env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const browser = await chromium.connectOverCDP(await addressIn(child.stderr))
  const [context] = browser.contexts()
  return {
    context,
    async kill() {
      process.kill(-child.pid, 'SIGKILL')
      await ended
      await browser.close().catch(() => {})
    },
  }
}

async function addressIn(output) {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    const [, address] = /DevTools listening on (ws:\S+)/.exec(text) ?? []
    if (address) return address
  }
  throw new Error(`The browser does not start: ${text}`)
}
