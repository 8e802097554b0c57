import { defineConfig } from '@playwright/test'
import { timeLimits } from '@rootsquare/api/test/time-limits'
import { launchOptionsOf, oldVersions } from './old-chromium.ts'

/** The journeys without which nobody can use the product, in browsers of the time of the oldest that it supports. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.engine.ts',
  outputDir: '../../test-results',
  globalSetup: '../global-setup.ts',
  build: { external: ['**/api/src/**', '**/contract/src/**'] },
  workers: 1,
  forbidOnly: true,
  timeout: timeLimits.test,
  expect: { timeout: timeLimits.expectation },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: oldVersions.map((version) => ({
    name: `Chromium ${version.split('.')[0]}`,
    use: { launchOptions: launchOptionsOf(version) },
  })),
})
