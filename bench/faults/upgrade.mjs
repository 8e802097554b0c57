import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFlags, print } from '../support/product.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A version that only adds, as the first step of every change of the schema does. */
const migration = 'alter table posts add column upgraded_at timestamptz;\n'

/** The next version, with a migration that this one does not know, takes over node by node, workers last. */
export async function upgradeNodes({ cluster, folder }) {
  const main = nextVersion(folder)
  for (const { name } of [...cluster.layout.nodes, ...cluster.layout.workers]) {
    await cluster.restartWith(name, {}, [process.execPath, ...nodeFlags, main])
    print(`    ${name} runs the next version`)
  }
}

function nextVersion(folder) {
  const copy = join(folder, 'next-version')
  mkdirSync(copy)
  for (const name of ['node_modules', 'contract', 'web', 'package.json'])
    symlinkSync(join(root, name), join(copy, name))
  cpSync(join(root, 'api'), join(copy, 'api'), { recursive: true })
  writeFileSync(join(copy, 'api/src/db/migrations/9999_upgraded_at.sql'), migration)
  return join(copy, 'api/src/main.ts')
}
