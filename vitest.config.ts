import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { timeLimits } from './api/src/test/time-limits.ts'

/** These files take longest. They start first, so that no worker begins one of them at the end. */
const long = [
  'account',
  'replica-kill',
  'database-kill',
  'death',
  'backup',
  'under-load',
  'image',
  'access-matrix',
  'idempotency',
  'live-nodes',
  'admin',
  'pooler',
  'migrate',
]

/**
 * The long files first, the others in an order that is new each time, and each project by itself: a worker that is kept
 * from file to file ends where the next one belongs to another project.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { projects, config } = this.ctx
    const placeOf = ({ project, moduleId }: TestSpecification) => {
      const turn = long.includes(basename(moduleId).split('.')[0] ?? '') ? 0 : 1
      const lot = createHash('sha1').update(`${config.sequence.seed} ${moduleId}`).digest('hex')
      return `${projects.indexOf(project)} ${turn} ${lot}`
    }
    const places = new Map(files.map((file) => [file, placeOf(file)]))
    return files.toSorted((one, other) => ((places.get(one) ?? '') < (places.get(other) ?? '') ? -1 : 1))
  }
}

/** They start, count or measure something that exists once in a process, so each file runs in a process of its own. */
const alone = [
  'api/src/db/embedded/**/*.test.ts',
  'api/src/db/name-statements*.test.ts',
  'api/src/features/uploads/upload-memory.test.ts',
  'api/src/http/logs/metrics.test.ts',
  'api/src/ports/telemetry/telemetry*.test.ts',
  'api/src/start.test.ts',
  'api/src/test/processes/*kill.test.ts',
]

/** They load all modules again for each tab, which would give later files of the worker two copies of each. */
const severalTabs = ['web/src/lib/storage/value-outbox.test.tsx']

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for processes and for the database part of the time, so a third worker still fills two cores.
    maxWorkers: 3,
    testTimeout: timeLimits.test,
    hookTimeout: timeLimits.test,
    expect: { poll: { timeout: timeLimits.expectation } },
    provide: { expectationLimit: timeLimits.expectation },
    sequence: { shuffle: { files: true, tests: true }, sequencer: LongFirst },
    // One database server for all projects.
    globalSetup: ['api/src/test/database.ts'],
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'scripts', include: ['{scripts,bench,web/build}/**/*.test.mjs'] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['api/src/**/*.test.ts'],
          exclude: alone,
          // To load the product takes a second for each file. What a file changes in it, it puts back.
          isolate: false,
        },
      },
      // Loading the modules takes longer than the tests do, so a worker loads them once for all files.
      { extends: true, test: { name: 'web', include: ['web/src/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        // Screens without a browser: what a person reads and presses, with a server that answers by the contract.
        test: {
          name: 'screens',
          include: ['web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['web/src/test/screens-setup.ts'],
          // One window and one app for all files of a worker: closeApp() puts back what a test has changed.
          isolate: false,
          exclude: severalTabs,
        },
      },
      {
        extends: true,
        test: {
          name: 'tabs',
          include: severalTabs,
          environment: 'happy-dom',
          setupFiles: ['web/src/test/screens-setup.ts'],
        },
      },
      { extends: true, test: { name: 'contract', include: ['contract/src/**/*.test.ts'], isolate: false } },
    ],
  },
})
