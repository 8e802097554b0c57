import { defineConfig } from '@playwright/test'
import { findBrowser } from './browser.ts'

const { executablePath, args, env } = await findBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // As in vitest.config.ts.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // Recording every test costs a good part of the run, and so do pictures, which are taken of all to be thrown away
    // again; TRACE=1 records when something must be understood.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: process.env.TRACE ? 'only-on-failure' : 'off',
    launchOptions: { args, env, ...(executablePath && { executablePath }) },
  },
})
