import { defineConfig } from '@playwright/test'
import { timeLimits } from '@rootsquare/api/test/time-limits'
import { findBrowser, noBrowserMessage } from './browser.ts'

const browser = await findBrowser()
if (!browser) throw new Error(noBrowserMessage)

/** A page of a test lives for seconds, and most code of it runs too seldom to earn back what it costs to optimize it. */
const withoutOptimizing = '--js-flags=--no-maglev --no-turbofan'

/**
 * With E2E_URL the tests run against a product that runs already, one at a time since they share its members, and without
 * those that start a node on its database.
 */
const outside = process.env.E2E_URL
  ? { testIgnore: '**/messages/live.e2e.ts', workers: 1 }
  : { globalSetup: './global-setup.ts' }

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // Node runs these files unchanged, because transpiling the whole product takes longer than loading it.
  build: { external: ['**/api/src/**', '**/contract/src/**'] },
  workers: 2,
  ...outside,
  forbidOnly: true,
  // A journey that only passes at the second try still passes on machines that are shared; the summary names it.
  retries: process.env.CI ? 2 : 0,
  timeout: timeLimits.test,
  expect: { timeout: timeLimits.expectation },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // Tests see and change the requests of a page, but not those of a service worker. Its own tests allow it.
    serviceWorkers: 'block',
    // Recording every test costs a good part of the run, and so do pictures, which are taken of all to be thrown away
    // again; TRACE=1 records when something must be understood.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: process.env.TRACE ? 'only-on-failure' : 'off',
    // Without a graphics card each frame of an animation is slow, so only tests of motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...browser, args: [...browser.args, withoutOptimizing] },
  },
})
