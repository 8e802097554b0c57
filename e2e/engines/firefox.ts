import type { Tab } from './tab.ts'

/** What is used of puppeteer-core, which is not among our packages. */
type Handle = {
  asElement: () => Handle | null
  click: () => Promise<void>
  type: (text: string) => Promise<void>
}
type Page = {
  setViewport: (size: { width: number; height: number }) => Promise<void>
  on: (event: 'pageerror', listener: (error: Error) => void) => void
  goto: (url: string) => Promise<unknown>
  url: () => string
  evaluate: (script: string) => Promise<unknown>
  evaluateHandle: (script: string) => Promise<Handle>
}
type Puppeteer = {
  launch: (options: object) => Promise<{ newPage: () => Promise<Page>; close: () => Promise<void> }>
}

/** A tab of Firefox, by WebDriver BiDi. */
export async function openFirefoxTab(modulePath: string, executablePath: string): Promise<Tab> {
  const { default: puppeteer }: { default: Puppeteer } = await import(modulePath)
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  const page = await browser.newPage()
  await page.setViewport({ width: 360, height: 740 })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => {
    // Puppeteer itself makes functions from texts, and our policy forbids that.
    if (!message.includes('blocked a JavaScript eval')) errors.push(message)
  })
  async function use(find: string, action: (element: Handle) => Promise<void>): Promise<boolean> {
    const element = (await page.evaluateHandle(`(() => { ${find} })()`)).asElement()
    if (element) await action(element)
    return element !== null
  }
  return {
    errors,
    goto: async (url) => void (await page.goto(url)),
    url: async () => page.url(),
    run: (script) => page.evaluate(`(() => { ${script} })()`),
    press: (find) => use(find, (element) => element.click()),
    type: (find, text) => use(find, (element) => element.type(text)),
    close: () => browser.close(),
  }
}
