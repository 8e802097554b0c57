import { writeFileSync } from 'node:fs'

/** Writes the counts for the last line of `npm test`. Vitest’s own JSON leaves out why a test was skipped. */
export default class TallyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (...states) => tests.filter((test) => states.includes(test.result().state))
    const nameOf = (test) => `${test.module.relativeModuleId}: ${test.fullName}`
    const unreadable = modules.filter((module) => module.errors().length > 0)
    const tally = {
      passed: inState('passed').length,
      failed: inState('failed').length + unreadable.length + unhandledErrors.length,
      skipped: inState('skipped', 'pending').map((test) => ({
        name: nameOf(test),
        reason: test.result().note,
      })),
      times: tests.map((test) => ({ name: nameOf(test), ms: test.diagnostic()?.duration ?? 0 })),
    }
    writeFileSync(process.env.TALLY_FILE, JSON.stringify(tally))
  }
}
