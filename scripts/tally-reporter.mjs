import { writeFileSync } from 'node:fs'

/** Counts for the last line of `npm test`. Vitest’s own JSON leaves out why a test was skipped. */
export default class TallyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const isIn = (state) => (test) => test.result().state === state
    const unreadable = modules.filter((module) => module.errors().length > 0)
    const skipped = tests.filter((test) => !isIn('passed')(test) && !isIn('failed')(test))
    const tally = {
      passed: tests.filter(isIn('passed')).length,
      failed: tests.filter(isIn('failed')).length + unreadable.length + unhandledErrors.length,
      skipped: skipped.map((test) => ({
        name: `${test.module.relativeModuleId}: ${test.fullName}`,
        reason: test.result().note,
      })),
    }
    const isLucky = (test) => test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0
    tally.secondTry = tests.filter(isLucky).map((test) => `${test.module.relativeModuleId}: ${test.fullName}`)
    writeFileSync(process.env.TALLY_FILE, JSON.stringify(tally))
  }
}
