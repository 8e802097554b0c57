import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canInstallBrowser, findBrowser, installBrowser, noBrowserMessage } from '../e2e/browser.ts'
import { seconds, withProgress } from './progress.mjs'
import { lastLine, emptyTally, playwrightTally, sum, vitestTally } from './tally.mjs'
import { buildWebIfStale } from './build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const isPlain = !process.stdout.isTTY || Boolean(process.env.CI)
const reports = mkdtempSync(join(tmpdir(), 'rootsquare-test-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop(signal))

const PARTS = { checks: runChecks, api: runApiTests, web: runWebTests, engines: runEngineTests }
/** Takes what it needs from the network, and so runs only where it is named. */
const ONLY_BY_NAME = ['engines']
const [part, ...filters] = process.argv.slice(2)
if (part !== undefined && !(part in PARTS)) {
  console.error(
    `npm test -- ${part}: there is no such part. Say one of ${Object.keys(PARTS).join(', ')}, or none for all.`,
  )
  process.exit(1)
}

const begun = performance.now()
const results = []
for (const [name, run] of Object.entries(PARTS)) {
  const isWanted = part === undefined ? !ONLY_BY_NAME.includes(name) : part === name
  if (isWanted) results.push(...(await run()))
}
process.exitCode = printSummary(results)

async function runChecks() {
  const scripts = {
    'Format check': 'format:check',
    Lint: 'lint',
    'Type check': 'types',
    'Lock file': 'check:lock',
    Notices: 'notices:check',
  }
  console.log()
  const checks = await withProgress('── Format, lint, types, lock file, notices', () =>
    Promise.all(Object.entries(scripts).map(runCheck)),
  )
  for (const { title, isGood, output } of checks) {
    if (!isGood) console.log(`\n── ${title}: FAILED\n${output}`)
  }
  return checks
}

async function runCheck([title, script]) {
  const from = performance.now()
  const { code, output } = await capture('npm', ['run', '--silent', script])
  return { title, isGood: code === 0, time: seconds(from), output }
}

async function runApiTests() {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=./scripts/tally-reporter.mjs']
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...filters]
  const tests = await runTests('API tests', args, {
    env: { TALLY_FILE: file },
    tally: () => vitestTally(file),
  })
  return [tests]
}

async function runWebTests() {
  const build = await runBuild('Web build', buildWebIfStale)
  if (!build.isGood) return [build]
  const floor = await withProgress('── Built files for the oldest browsers', () =>
    runCheck(['Oldest browsers', 'check:browsers']),
  )
  if (!floor.isGood) console.log(floor.output)
  if (!(await hasBrowser())) {
    console.error(`\n${noBrowserMessage}`)
    return [
      build,
      floor,
      { title: 'Browser tests', isGood: false, time: '', counts: { ...emptyTally, failed: 1 } },
    ]
  }
  return [build, floor, await runPlaywright('Browser tests', 'e2e/playwright.config.ts')]
}

/** The main journeys in old versions of Chromium. */
async function runEngineTests() {
  const build = await runBuild('Web build', buildWebIfStale)
  if (!build.isGood) return [build]
  const from = performance.now()
  const installed = await withProgress('── Old browsers, from npm', () =>
    capture(process.execPath, ['e2e/engines/install.ts']),
  )
  const install = { title: 'Old browsers', isGood: installed.code === 0, time: seconds(from) }
  if (install.isGood)
    return [build, install, await runPlaywright('Engine tests', 'e2e/engines/playwright.config.ts')]
  console.error(installed.output)
  return [build, install]
}

async function runPlaywright(title, config) {
  const file = join(reports, 'playwright.json')
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', config]
  // Playwright gives its workers FORCE_COLOR, and Node complains where both are set.
  const colours = isPlain ? { NO_COLOR: undefined, FORCE_COLOR: '0' } : {}
  // Each worker loads the whole product, which takes a second less with this cache.
  const compileCache = { NODE_COMPILE_CACHE: join(root, '.cache', 'compile') }
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...compileCache, ...colours }
  return runTests(title, [...args, '--reporter=list,json', ...filters], {
    env,
    tally: () => playwrightTally(file),
  })
}

async function hasBrowser() {
  if (await findBrowser()) return true
  if (!canInstallBrowser()) return false
  await withProgress('Installing Chromium from the distribution', installBrowser).catch((error) =>
    console.error(error.message),
  )
  return Boolean(await findBrowser())
}

async function runBuild(title, buildIfStale) {
  const from = performance.now()
  console.log(`\n── ${title}`)
  const isGood = await buildIfStale().then(
    () => true,
    (error) => console.error(error.message),
  )
  return { title, isGood: isGood === true, time: seconds(from) }
}

async function runTests(title, args, { env, tally }) {
  const from = performance.now()
  console.log(`\n── ${title}`)
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...plainEnv(), ...env },
  })
  const code = await ended(child)
  const counts = tally()
  const hasRun = counts.passed + counts.failed > 0
  if (!hasRun) console.error(`${title}: not a single test ran.`)
  return { title, isGood: code === 0 && hasRun && counts.failed === 0, time: seconds(from), counts }
}

async function capture(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: plainEnv() })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return { code: await ended(child), output }
}

/** Lets the runners clean up: both do so on SIGINT, and end at once on a second one, which Ctrl-C has already sent. */
async function stop(signal) {
  const children = [...running]
  if (signal !== 'SIGINT') for (const child of children) child.kill('SIGINT')
  setTimeout(() => process.exit(1), 10_000)
  await Promise.all(children.map((child) => once(child, 'close')))
  process.exit(1)
}

/** Enables colours only on a terminal. */
function plainEnv() {
  if (!isPlain) return process.env
  const { FORCE_COLOR: _, ...rest } = process.env
  return { ...rest, NO_COLOR: '1' }
}

async function ended(child) {
  running.add(child)
  child.once('close', () => running.delete(child))
  const [code] = await once(child, 'close')
  return code ?? 1
}

function printSummary(all) {
  console.log(`\n── Summary (${seconds(begun)})`)
  for (const { title, isGood, time, counts } of all) {
    console.log(
      `${isGood ? 'good  ' : 'FAILED'}  ${title.padEnd(14)} ${time.padStart(6)}  ${counts ? lastLine(counts) : ''}`,
    )
  }
  for (const { counts } of all)
    for (const name of counts?.unsteady ?? []) console.log(`passed only when tried again: ${name}`)
  const total = sum(all.map(({ counts }) => counts ?? emptyTally))
  for (const { name, reason } of total.skipped) console.log(`skipped ${name}: ${reason ?? 'no reason given'}`)
  const slowest = total.times.toSorted((one, other) => other.ms - one.ms).slice(0, 10)
  if (slowest.length > 0) console.log('The ten slowest tests:')
  for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
  console.log(lastLine(total))
  return all.every(({ isGood }) => isGood) ? 0 : 1
}
