import { existsSync, readFileSync } from 'node:fs'

export const emptyTally = { passed: 0, failed: 0, skipped: [], times: [] }

/** Reads the results of the reporter, or an empty tally if the run died. */
export function vitestTally(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : emptyTally
}

/** Reads the report that Playwright writes as JSON. */
export function playwrightTally(file) {
  if (!existsSync(file)) return emptyTally
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const tests = report.suites.flatMap((suite) => testsIn(suite, []))
  const ended = (...states) => tests.filter(({ status }) => states.includes(status))
  return {
    passed: ended('expected', 'flaky').length,
    unsteady: ended('flaky').map(({ name }) => name),
    failed: ended('unexpected').length + report.errors.length,
    skipped: ended('skipped').map(({ name, annotations }) => ({ name, reason: reasonOf(annotations) })),
    times: tests.map(({ name, results }) => ({
      name,
      ms: Math.max(0, ...results.map(({ duration }) => duration)),
    })),
  }
}

export function sum(tallies) {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped.concat(one.skipped),
      times: all.times.concat(one.times),
    }),
    emptyTally,
  )
}

export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`
}

function testsIn(suite, above) {
  const titles = [...above, suite.title]
  const here = suite.specs.flatMap((spec) =>
    spec.tests.map((test) => ({ ...test, name: [...titles, spec.title].join(' › ') })),
  )
  return [...here, ...(suite.suites ?? []).flatMap((inner) => testsIn(inner, titles))]
}

function reasonOf(annotations) {
  const skip = annotations.find(({ type }) => ['skip', 'fixme'].includes(type))
  return skip ? skip.description : 'it did not run'
}
