import { expect, test } from 'vitest'
import { explainStartError, requireSpace } from './start-errors.ts'
import { freshFolder } from '#api/test/processes/embedded-server.ts'

const paths = { db: '/srv/data/db', log: '/srv/data/db.log' }

test.each([
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'is full. Free some space'],
  ['FATAL:  could not create shared memory segment: No space left on device', 'There is not enough memory'],
  ['FATAL:  could not open file "global/pg_filenode.map": Permission denied', 'This account may not use'],
  ['FATAL:  data directory "/srv/data/db" has wrong ownership', 'This account may not use'],
  [
    'PANIC:  could not locate a valid checkpoint record at 0/1B81C40',
    'is damaged. Put a backup in its place',
  ],
  ['FATAL:  could not create any TCP/IP sockets', 'Another program took the address'],
  ['EROFS: read-only file system, open db.log', 'can only be read. Make it writable'],
  ['FATAL:  the moon is full', 'did not start. Look into its log, or set DATABASE_URL'],
])('%s', (line, sentence) => {
  const output = `2026-01-01 00:00:00.000 UTC [1] LOG:  starting PostgreSQL\n2026-01-01 00:00:00.001 UTC [1] ${line}\n`
  const { message } = explainStartError(line.startsWith('E') ? line : output, paths)
  expect(message).toContain(sentence)
  expect(message).toContain(`(It said: ${line.replace(/^(FATAL|PANIC): {2}/, '')}.)`)
  expect(message).toMatch(/The log is \/srv\/data\/db\.log\.$/)
})

test('the progress of initdb is not mistaken for a cause', () => {
  const output =
    'selecting dynamic shared memory implementation ... posix\ninitdb: error: No space left on device\n'
  expect(explainStartError(output, paths).message).toContain('is full. Free some space and start again.')
})

test('a disk with too little space is reported first', async () => {
  const folder = freshFolder()
  await requireSpace(folder, 1)
  await expect(requireSpace(folder, 1e12)).rejects.toThrow(
    /^The disk that holds .* is full: \d+ MB are free, and the database needs 1000000000000 MB to start\./,
  )
})
