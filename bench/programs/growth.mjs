import { costOfMix } from '../growth/cost.mjs'
import { grow, query, countsFor } from '../growth/grow.mjs'
import { runJobs } from '../growth/jobs.mjs'
import { print, startProduct, withDatabase } from '../support/product.mjs'

const sizes = (process.env.SIZES ?? '100000,1000000,10000000').split(',').map(Number)
const maxGrowth = 1.3

/** Runs the same mix and the same nightly jobs in one database that grows tenfold at a time. */
export const run = () =>
  withDatabase(async (database) => {
    const steps = []
    for (const [nth, posts] of sizes.entries()) {
      print(`\n${posts.toLocaleString('en')} posts`)
      await grow(database.url, sizes[nth - 1] ?? 0, posts)
      steps.push({ posts, ...(await measureStep(database, posts)) })
    }
    return report(steps)
  })

async function measureStep(database, posts) {
  await printSizes(database)
  const [{ groups }] = await query(database.url, 'select max(id)::int as groups from groups')
  const jobs = await runJobs(database)
  for (const one of jobs) {
    const { name, seconds, limit } = one
    print(`  ${name.padEnd(26)} ${seconds.toFixed(2).padStart(8)} s (at most ${limit}) ${foundBy(one)}`)
  }
  await query(database.url, 'vacuum analyze')
  await using product = await startProduct(database)
  const costs = await costOfMix(database, product, countsFor(posts, groups))
  const each = costs.map(({ name, cpu }) => `${name} ${cpu.toFixed(0)}`)
  print(`  processor time per call in microseconds: ${each.join(', ')}`)
  return { jobs, costs }
}

function foundBy({ drift, error }) {
  if (error) return `FAILED: ${error.message}`
  return drift.length > 0 ? `DRIFT ${JSON.stringify(drift[0])}` : ''
}

async function printSizes({ url }) {
  const rows = await query(
    url,
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc`,
  )
  const gigabytes = (bytes) => `${(bytes / 2 ** 30).toFixed(2)} GB`
  const total = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  const largest = rows.slice(0, 8).map(({ name, bytes }) => `${name} ${gigabytes(bytes)}`)
  print(`  ${gigabytes(total)} in all; ${largest.join(', ')}`)
}

/** Returns the cost of a call of the mix, with each kind weighted by its share. */
const costOf = (costs, unit) =>
  costs.reduce((sum, kind) => sum + kind[unit] * kind.share, 0) /
  costs.reduce((sum, { share }) => sum + share, 0)

function report(steps) {
  const [small] = steps
  const large = steps.at(-1)
  print(`\nprocessor time per call, server and database, in microseconds; against ${small.posts} posts`)
  for (const [nth, { name }] of small.costs.entries()) {
    const each = steps.map(({ costs }) => costs[nth])
    const ratio = each.at(-1).cpu / each[0].cpu
    const mark = ratio > maxGrowth ? '!' : ' '
    const figures = each
      .map(({ cpu, clock }) => `${cpu.toFixed(0)} (${clock.toFixed(0)} by the clock)`)
      .join(', ')
    print(`${mark} ${name.padEnd(20)} ${figures}: ${ratio.toFixed(2)}×`)
  }
  const ratios = steps.map(({ costs }) => costOf(costs, 'cpu') / costOf(small.costs, 'cpu'))
  const clocks = steps.map(({ costs }) => (costOf(costs, 'clock') / costOf(small.costs, 'clock')).toFixed(2))
  const failed = steps.flatMap(({ costs }) => costs).reduce((sum, kind) => sum + kind.failed, 0)
  const jobs = steps.flatMap((step) => step.jobs)
  const late = jobs.filter(({ seconds, limit }) => seconds > limit).length
  const wrong = jobs.filter(({ drift, error }) => drift.length > 0 || error !== null).length
  print(
    `the mix from ${small.posts} to ${large.posts} posts: ${ratios.at(-1).toFixed(2)}× (at most ${maxGrowth}), by the clock ${clocks.at(-1)}×`,
  )
  print(
    `calls that failed: ${failed}; jobs over their limit: ${late}; jobs that failed or found drift: ${wrong} (0 allowed of each)`,
  )
  return ratios.every((ratio) => ratio <= maxGrowth) && failed + late + wrong === 0
}
