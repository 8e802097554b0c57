import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../contract/src')

/** Changes with the shape of the answers, and at times without: a hash of the sources that describe them. */
export function contractHash(): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).toSorted()
  const hash = createHash('sha1')
  for (const name of sources) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('base64url').slice(0, 12)
}
