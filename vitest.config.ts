import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // On a busy machine of others a test gets a second try; the summary names each that needed it.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    sequence: { shuffle: { files: true, tests: true } },
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: ['api/src/**/*.test.ts'],
          globalSetup: ['api/src/test/database.ts'],
        },
      },
      { extends: true, test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'scripts', include: ['scripts/*.test.mjs'] } },
    ],
  },
})
