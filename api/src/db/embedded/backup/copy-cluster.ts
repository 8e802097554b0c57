import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { urlOfRunning } from '../existing.ts'
import { waitUntil } from '../wait.ts'
import { listTree } from './files.ts'
import type { BackupWriter } from './writer.ts'

const readyTimeoutMs = 60_000
const control = 'global/pg_control'

/**
 * Matches what a server creates anew at its start, and what describes the running one. The WAL is not left out: the part that
 * is needed is copied after everything else.
 */
const leftOut =
  /^(?:pg_(?:wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/|postmaster\.|backup_label|tablespace_map)|(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/

/**
 * Copies the cluster of a running server with PostgreSQL's low-level backup API. Files change while they are copied. At the
 * first start, the WAL from the start to the end of the copy makes them consistent, in the state of the end. Returns a moment
 * just before the end.
 */
export async function copyCluster(db: string, writer: BackupWriter): Promise<Date> {
  const client = await connectAsSuperuser(db)
  client.on('error', () => {}) // the next query fails and says why
  try {
    // The slot keeps the server from reusing WAL segments that are not copied yet. It ends with this connection.
    await client.query(`SELECT pg_create_physical_replication_slot($1, true, true)`, [
      `backup_${process.pid}`,
    ])
    await client.query(`SELECT pg_backup_start('rootsquare', fast => true)`)
    await copyFiles(db, writer)
    await writer.addBytes(`db/${control}`, await readControl(join(db, control)))
    const moment = new Date()
    const { rows } = await client.query<{ last: string; label: string; tablespaces: string }>(
      `SELECT pg_walfile_name(lsn) AS last, labelfile AS label, spcmapfile AS tablespaces
       FROM pg_backup_stop(wait_for_archive => false)`,
    )
    const { last = '', label = '', tablespaces = '' } = rows[0] ?? {}
    if (tablespaces !== '')
      throw new Error(`The database in ${db} has tablespaces, which cannot be backed up.`)
    await writer.addBytes('db/backup_label', label)
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
    await copyWal(join(db, 'pg_wal'), { first, last }, writer)
    return moment
  } finally {
    await client.end().catch(() => {})
  }
}

/** Connects without a password, because the socket is in a folder that only the owner of the database can enter. */
async function connectAsSuperuser(db: string): Promise<pg.Client> {
  const url = await urlOfRunning(db)
  url.username = 'postgres'
  const client = new pg.Client({ connectionString: url.href, ssl: false })
  await client.connect()
  return client
}

async function copyFiles(db: string, writer: BackupWriter) {
  const { folders, files } = await listTree(db, (path) => !leftOut.test(path))
  for (const folder of ['.', ...folders]) await writer.addFolder(join('db', folder))
  for (const file of files) if (file !== control) await writer.addFile(join(db, file), `db/${file}`)
}

/** Reads until two readings are equal, because the server may be writing the file. It is copied last, as in pg_basebackup. */
async function readControl(path: string): Promise<Buffer> {
  let content = await readFile(path)
  await waitUntil(async () => {
    const before = content
    content = await readFile(path)
    return content.equals(before)
  }, readyTimeoutMs)
  return content
}

type Segments = { first: string; last: string }

async function copyWal(wal: string, { first, last }: Segments, writer: BackupWriter) {
  let copied = 0
  for (const name of await readdir(wal)) {
    if (name.length !== first.length || name < first || name > last) continue
    if (await writer.addFile(join(wal, name), `db/pg_wal/${name}`)) copied += 1
  }
  if (copied === segmentNumber(last) - segmentNumber(first) + 1) return
  throw new Error('The database has removed WAL that the backup needs. Take the backup again.')
}

/** Parses a name: the timeline, the upper half of the position, and one of its 256 segments of 16 MB. */
function segmentNumber(name: string) {
  return Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)
}
