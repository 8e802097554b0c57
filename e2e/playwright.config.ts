import { defineConfig } from '@playwright/test'
import { findBrowser, noBrowserMessage } from './browser.ts'

const browser = await findBrowser()
if (!browser) throw new Error(noBrowserMessage)

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Generous, so that a slow or busy machine is not a failure; a test that hangs still ends.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // Recording every test costs a good part of the run, and so do pictures, which are taken of all to be thrown away
    // again; TRACE=1 records when something must be understood.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: process.env.TRACE ? 'only-on-failure' : 'off',
    launchOptions: browser,
  },
})
