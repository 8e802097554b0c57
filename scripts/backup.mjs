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
const say = (line) => console.log(line)

const COMMANDS = { backup, restore }
const [command, ...args] = process.argv.slice(2)
try {
  await COMMANDS[command](args)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function backup(given) {
  const { positionals } = parseArgs({ args: given, allowPositionals: true })
  if (positionals.length > 1) throw new Error('Usage: npm run backup -- [folder for backups]')
  if (process.env.DATABASE_URL) {
    throw new Error(
      'npm run backup is for the embedded database. DATABASE_URL is set: back that server up with pg_basebackup and WAL archiving (docs/backups.md).',
    )
  }
  const [into] = positionals
  const { path, manifest } = await withProgress('Backing up', () =>
    makeBackup({ dataDir, ...(into && { into }), say }),
  )
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0)
  console.log(`${path} is complete: ${manifest.files.length} files, ${(bytes / 1_000_000).toFixed(1)} MB.`)
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
  const restored = await withProgress('Restoring', () =>
    restoreBackup({ backup: from, into, replaces: values.replace === true, say }),
  )
  const { manifest, members, orders, mediaFiles, aside } = restored
  if (aside) console.log(`What was there is now ${aside}.`)
  console.log(`${into} has all that was saved before ${manifest.moment}:`)
  console.log(`  ${members} members, ${orders} orders, ${mediaFiles} media files.`)
}
