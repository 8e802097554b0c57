import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'

/** Lists the units that the packages would start at the next boot, by package. */
const UNITS = {
  patroni: 'patroni',
  'etcd-server': 'etcd',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  postgresql: 'postgresql',
}

/**
 * While the file policy-rc.d returns 101, Debian starts no service that it installs. An existing file is left alone. Our own
 * is removed however the shell ends.
 */
const SCRIPT = `
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 130' INT TERM HUP
  printf '#!/bin/sh\\nexit 101\\n' > "$policy" && chmod 755 "$policy"
fi
apt-get update -qq && apt-get install --yes --no-install-recommends "$@"
`

/** Returns whether packages can be installed here: on Debian or Ubuntu, by a user with the permission. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Asks on a terminal. Without one nobody can answer, so the answer is no. */
export async function askToInstall(packages) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Install ${packages.join(', ')} with apt-get? [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Installs with the progress of apt-get on the terminal, and starts no service, now or at the next boot. */
export async function installPackages(packages) {
  const code = await run('sh', ['-c', SCRIPT, 'sh', ...packages])
  if (code !== 0) throw new Error(`apt-get could not install ${packages.join(', ')}: see its words above.`)
  const units = packages.map((name) => UNITS[name])
  if (existsSync('/run/systemd/system')) await run('systemctl', ['disable', '--quiet', ...units])
}

async function run(file, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const [code] = await once(spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'], env }), 'exit')
  return code
}
