import { allJobs } from '../../api/src/all-jobs.ts'
import { systemClock } from '../../api/src/ports/clock/clock.ts'

/**
 * The seconds that each job may take. Jobs of every minute must end within it, and those of a night well before the morning.
 */
const limits = {
  'fold-days': 60,
  'lapse-offers': 60,
  'sweep-live-events': 300,
  'sweep-expired': 600,
  'purge-unverified': 600,
  'fold-ledger': 600,
  'sweep-media': 600,
  'sweep-old-media': 600,
  'drop-timelines': 600,
  'trim-notifications': 600,
  'trim-search-notices': 600,
  'forget-words': 600,
  'delete-unused-post-words': 600,
  'check-timelines': 600,
  recount: 600,
  'recount-threads': 600,
  'recount-days': 600,
  'recount-items': 600,
  'recount-reports': 600,
  'recount-sales': 600,
  'recount-reviews': 600,
  'check-ledger': 600,
}

/** Runs the jobs that delete and compare, one after another. `drift` is the text that a recount has logged. */
export async function runJobs({ db, folder }) {
  const results = []
  for (const [name, limit] of Object.entries(limits)) {
    const drift = []
    const log = { error: (line) => drift.push(line), warn() {}, info() {}, debug() {}, trace() {} }
    const deps = { db, log, clock: systemClock, bus: { news() {} }, settings: { dataDir: folder } }
    const began = performance.now()
    const error = await allJobs
      .find((job) => job.name === name)
      .run(deps, {})
      .then(
        () => null,
        (failure) => failure,
      )
    results.push({ name, limit, seconds: (performance.now() - began) / 1000, drift, error })
  }
  return results
}
