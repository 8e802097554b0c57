// Runs `npm run cluster`: the product as on several machines, but on this one. See docs/operating.md.
import { demoLogins, demoPassword } from '../../api/src/seed/demo/demo.ts'
import { buildWebIfStale } from '../../scripts/build.mjs'
import { readArguments, USAGE } from './arguments.mjs'
import { startCluster } from './cluster.mjs'
import { askToInstall, canInstall, installPackages } from './install.mjs'
import { findPrograms, missingMessage } from './programs.mjs'

/** npm forwards Ctrl-C although the terminal has sent it already. A second signal within this time is the same keypress. */
const SAME_KEYPRESS_MS = 1000
const say = (line) => process.stdout.write(`${line}\n`)

await main().catch((error) => {
  process.stderr.write(`\n${error.message}\n`)
  process.exit(1)
})

async function main() {
  const { mayInstall, isKept, hasDemo, wantsHelp } = readArguments(process.argv.slice(2))
  if (wantsHelp) return say(USAGE)
  if (process.platform !== 'linux') throw new Error('The cluster runs on Linux only.')
  await installMissing(mayInstall)
  await buildWebIfStale()
  const ending = new AbortController()
  const untilStopped = stopOnSignal(ending)
  const folder = process.env.DATA_DIR || undefined
  const cluster = await startCluster({ say, folder, isKept, hasDemo, signal: ending.signal }).catch((error) =>
    ending.signal.aborted ? process.exit(130) : Promise.reject(error),
  )
  describe(cluster, { hasDemo, isKept })
  await untilStopped
  await cluster.stop()
  say(isKept ? `Everything has stopped. Data and logs are in ${cluster.folder}` : 'Everything has stopped.')
  process.exit(0)
}

async function installMissing(mayInstall) {
  const { missing } = findPrograms()
  if (missing.length === 0) return
  const isAllowed = canInstall() && (mayInstall || (await askToInstall(missing)))
  if (!isAllowed) throw new Error(missingMessage(missing))
  say(`Installing ${missing.join(', ')} …`)
  await installPackages(missing)
}

/** Resolves at the first signal. A later signal ends this process at once, and the kernel ends its children. */
function stopOnSignal(ending) {
  return new Promise((resolve) => {
    let since
    const onSignal = () => {
      if (since !== undefined && performance.now() - since > SAME_KEYPRESS_MS) process.exit(130)
      if (since !== undefined) return
      since = performance.now()
      say('\nStopping …')
      ending.abort(new Error('The start was stopped.'))
      resolve()
    }
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, onSignal)
  })
}

function describe(cluster, { hasDemo, isKept }) {
  say(`\n  Rootsquare is ready:  ${cluster.url}\n`)
  for (const [what, where] of Object.entries({
    'Database, pooled': cluster.databaseUrl,
    'Database, direct': cluster.directUrl,
    'Database, replica': cluster.replicaUrl,
    Redis: cluster.redisUrl,
    'S3 server': cluster.s3Url,
    'Mails as JSON': cluster.mailUrl,
    'HAProxy statistics': cluster.statisticsUrl,
    [isKept ? 'Folder' : 'Folder, removed at the end']: cluster.folder,
    Logs: cluster.logs,
  }))
    say(`  ${what.padEnd(27)} ${where}`)
  describeLogIns(cluster, hasDemo)
  say('\n  process       pid      port')
  for (const { name, pid, port } of cluster.processes.values())
    say(`  ${name.padEnd(13)} ${String(pid).padEnd(8)} ${port}`)
  say('\n  A process that dies is started again a second later. Ctrl-C stops everything.\n')
}

function describeLogIns({ superadminPassword }, hasDemo) {
  if (!hasDemo) return say(`\n  Super admin:  superadmin  ${superadminPassword}`)
  say(`\n  Demo log-ins (password ${demoPassword}):`)
  for (const { username, what } of demoLogins) say(`    ${username.padEnd(18)} ${what}`)
}
