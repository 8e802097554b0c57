import { spawnSync } from 'node:child_process'

/** Builds the web app, so that the current sources are measured. */
export function buildWeb() {
  const program = `(await import('./scripts/build.mjs')).buildWebIfStale()`
  const cwd = new URL('../..', import.meta.url)
  const args = ['--input-type=module', '--eval', program]
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error('The web app does not build.')
}
