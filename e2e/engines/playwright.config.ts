import { defineConfig } from '@playwright/test'
import { timeLimits } from '@rootsquare/api/test/time-limits'
import { launchOptionsOf, oldVersions } from './old-chromium.ts'
import { engineNames } from './other-engines.ts'
import type { EngineOptions } from './screen.ts'

/**
 * The journeys without which nobody can use the product, in browsers of the time of the oldest that it supports, and on a
 * phone in those that Playwright does not drive.
 */
export default defineConfig<EngineOptions>({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: '../global-setup.ts',
  build: { external: ['**/api/src/**', '**/contract/src/**'] },
  workers: 1,
  forbidOnly: true,
  timeout: 3 * timeLimits.test,
  expect: { timeout: timeLimits.expectation },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    ...oldVersions.map((version) => ({
      name: `Chromium ${version.split('.')[0]}`,
      testMatch: 'journeys.engine.ts',
      use: { launchOptions: launchOptionsOf(version) },
    })),
    ...engineNames.map((engine) => ({
      name: engine,
      testMatch: 'phone-journeys.engine.ts',
      use: { engine },
    })),
  ],
})
