import { timeLimits } from '@rootsquare/api/test/time-limits'
import { test as base, expect } from '../support/fixtures.ts'
import { EngineMissing, openEngine } from './other-engines.ts'
import { findInPage, type Role } from './find-in-page.ts'
import type { Tab } from './tab.ts'

/** What a person does on a page: finds things by what they are and what they are called. */
export type Screen = {
  goto: (path: string) => Promise<void>
  /** Signs in by a token, as after a log-in. */
  enter: (token: string, path: string) => Promise<void>
  press: (role: Role, name: string) => Promise<void>
  fill: (name: string, text: string) => Promise<void>
  see: (text: string) => Promise<void>
  at: (path: string) => Promise<void>
}

export type EngineOptions = { engine: string }

export const test = base.extend<EngineOptions & { phone: Screen }, { tabs: Map<string, Tab> }>({
  engine: ['', { option: true }],
  tabs: [
    async ({}, provide) => {
      const tabs = new Map<string, Tab>()
      await provide(tabs)
      for (const tab of tabs.values()) await tab.close()
    },
    { scope: 'worker' },
  ],
  phone: async ({ engine, tabs, server }, provide, testInfo) => {
    const tab = tabs.get(engine) ?? (await openEngine(engine).catch(missing))
    if (tab instanceof EngineMissing) return testInfo.skip(true, tab.message)
    tabs.set(engine, tab)
    await tab.goto(`${server.url}/favicon.svg`)
    await tab.run('localStorage.clear(); sessionStorage.clear()')
    tab.errors.length = 0
    await provide(screenOf(tab, server.url))
    // A row that failed is replaced by these words.
    expect(await tab.run('return document.body.innerText')).not.toContain('This cannot be shown.')
    expect(tab.errors).toEqual([])
  },
})

function missing(error: unknown): EngineMissing {
  if (error instanceof EngineMissing) return error
  throw error
}

function screenOf(tab: Tab, origin: string): Screen {
  const seen = async () => tab.run('return document.body.innerText').catch(() => '')

  /** Tries until it is there. It may be replaced between the moment it is found and the moment it is used. */
  async function use(role: Role, name: string, action: (find: string) => Promise<boolean>): Promise<void> {
    const find = `return (${findInPage.toString()})(${JSON.stringify(role)}, ${JSON.stringify(name)})`
    await expect(async () => {
      if (await action(find)) return
      throw new Error(`No ${role} “${name}” on ${await tab.url()}:\n${await seen()}`)
    }).toPass({ timeout: timeLimits.expectation })
  }

  return {
    goto: (path) => tab.goto(path.startsWith('/') ? origin + path : path),
    async enter(token, path) {
      await tab.run(`localStorage.setItem('rootsquare.token', ${JSON.stringify(token)})`)
      await tab.goto(origin + path)
    },
    press: (role, name) => use(role, name, tab.press),
    fill: (name, text) => use('field', name, (find) => tab.type(find, text)),
    see: (text) => expect.poll(seen).toContain(text),
    at: (path) => expect.poll(async () => new URL(await tab.url()).pathname).toBe(path),
  }
}
