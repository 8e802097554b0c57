// The commands `npm run backup` and `npm run restore` of the embedded mode. docs/backups.md describes them.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeBackup } from '../api/src/db/embedded/backup/backup.ts'
import { restoreBackup } from '../api/src/db/embedded/backup/restore.ts'
import { withProgress } from './progress.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
// An empty variable counts as unset, as in the product.
const dataDir = process.env.DATA_DIR || '.data'
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopping.abort())

const COMMANDS = { backup, restore }
const [command, ...args] = process.argv.slice(2)
try {
  await COMMANDS[command](args)
} catch (error) {
  console.error(stopping.signal.aborted ? 'Stopped. Nothing was changed.' : error.message)
  process.exitCode = stopping.signal.aborted ? 130 : 1
}

async function backup(given) {
  const { positionals } = parseArgs({ args: given, allowPositionals: true })
  if (positionals.length > 1) throw new Error('Usage: npm run backup -- [folder for backups]')
  if (process.env.DATABASE_URL) {
    throw new Error(
      'npm run backup is for the embedded database. DATABASE_URL is set: back that server up with pg_basebackup and WAL archiving (docs/backups.md).',
    )
  }
  const { path, manifest } = await counted('Backing up', (hooks) =>
    makeBackup({ dataDir, ...(positionals[0] && { into: positionals[0] }), ...hooks }),
  )
  console.log(`${path} is complete: ${inWords(totalOf(manifest))}.`)
  console.log(`It has all that was saved before ${manifest.moment}. It holds secrets: store it accordingly.`)
  if (process.env.S3_BUCKET) console.log('The media are in S3 and not in this backup.')
}

async function restore(given) {
  const options = { into: { type: 'string' }, replace: { type: 'boolean' } }
  const { positionals, values } = parseArgs({ args: given, allowPositionals: true, options })
  const [from, ...rest] = positionals
  if (from === undefined || rest.length > 0)
    throw new Error('Usage: npm run restore -- <backup> [--into folder] [--replace]')
  const into = values.into ?? dataDir
  const restored = await counted('Restoring', (hooks) =>
    restoreBackup({ backup: from, into, replaces: values.replace === true, ...hooks }),
  )
  const { manifest, members, orders, mediaFiles, aside } = restored
  if (aside) console.log(`What was there is now ${aside}.`)
  console.log(`${into} has all that was saved before ${manifest.moment}:`)
  console.log(`  ${members} members, ${orders} orders, ${mediaFiles} media files.`)
}

function counted(title, work) {
  let progress = { files: 0, bytes: 0 }
  const hooks = {
    say: (line) => console.log(line),
    onProgress: (now) => (progress = now),
    signal: stopping.signal,
  }
  return withProgress(title, () => work(hooks), { detail: () => inWords(progress) })
}

function totalOf({ files }) {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}

function inWords({ files, bytes }) {
  return `${files} files, ${(bytes / 1_000_000).toFixed(1)} MB`
}
