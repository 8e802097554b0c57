import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Lists programs by their Debian package. Redis Sentinel is redis-server in another mode. */
const PACKAGES = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
}
const POSTGRES_FOLDER = '/usr/lib/postgresql'

/** Returns where each program is, and the Debian packages of those that are missing. */
export function findPrograms() {
  const paths = Object.fromEntries(Object.keys(PACKAGES).map((name) => [name, pathOf(name)]))
  const postgresBin = findPostgresBin()
  const missing = Object.keys(PACKAGES).filter((name) => paths[name] === undefined)
  const packages = missing.map((name) => PACKAGES[name])
  return { paths, postgresBin, missing: postgresBin ? packages : [...packages, 'postgresql'] }
}

export function missingMessage(packages) {
  return (
    `The cluster needs programs that are not installed: ${packages.join(', ')}. ` +
    `On Debian or Ubuntu, as root: apt-get install --no-install-recommends ${packages.join(' ')}`
  )
}

/** Also looks in /usr/sbin, which is not on the PATH of every user. */
function pathOf(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Returns the folder of the newest PostgreSQL, because Debian has one for each major version. */
function findPostgresBin() {
  const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER) : []
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  return newestFirst
    .map((version) => join(POSTGRES_FOLDER, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}
