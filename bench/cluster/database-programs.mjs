import { join } from 'node:path'
import { dataFolderOf, patroniConfig } from './config/patroni-config.mjs'
import { pgbouncerConfig, pgbouncerUsers } from './config/pgbouncer-config.mjs'
import { isResponding } from './wait.mjs'

const DATABASE = 'rootsquare'
const USER = 'rootsquare'

/** Postgres and its tools must not see settings such as PGPORT or LC_ALL of the user who started the cluster. */
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: '/' }

export function etcdProgram({ folder, programs, layout }) {
  const { port, peer } = layout.etcd
  const clientUrl = `http://127.0.0.1:${port}`
  const peerUrl = `http://127.0.0.1:${peer}`
  const options = {
    name: 'etcd',
    'data-dir': join(folder.folderFor('etcd'), 'data'),
    'listen-client-urls': clientUrl,
    'advertise-client-urls': clientUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `etcd=${peerUrl}`,
    'enable-v2': true,
    'log-level': 'warn',
  }
  return {
    name: 'etcd',
    port,
    command: [programs.paths.etcd, ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)],
    // etcd 3.4 calls arm64 unsupported, and starts there only with this setting.
    env: process.arch === 'arm64' ? { ...env, ETCD_UNSUPPORTED_ARCH: 'arm64' } : env,
    account: folder.account,
    isReady: () => isResponding(`${clientUrl}/health`),
  }
}

/** The first member becomes the primary. The others are ready when every commit waits for them. */
export function postgresProgram(context, { name, port, rest }) {
  const { folder, programs, layout, secrets, databaseMegabytes } = context
  const own = folder.folderFor(name, databaseMegabytes)
  const config = patroniConfig({
    name,
    ports: { postgres: port, rest },
    etcdPort: layout.etcd.port,
    folder: own,
    binFolder: programs.postgresBin,
    passwords: secrets,
  })
  const isFirst = name === layout.postgres[0].name
  return {
    name,
    port,
    command: [programs.paths.patroni, folder.write(join(own, 'patroni.yml'), config)],
    env,
    account: folder.account,
    workFolder: dataFolderOf(own),
    isReady: () => isResponding(`http://127.0.0.1:${rest}/${isFirst ? 'primary' : 'sync'}`),
  }
}

export function pgbouncerProgram({ folder, programs, layout, secrets }) {
  const own = folder.folderFor('pgbouncer')
  const { port } = layout.pgbouncer
  const usersFile = folder.write(join(own, 'users.txt'), pgbouncerUsers(USER, secrets.product))
  const primaryPort = layout.haproxy.primary
  const config = pgbouncerConfig({ port, primaryPort, database: DATABASE, usersFile })
  return {
    name: 'pgbouncer',
    port,
    command: [programs.paths.pgbouncer, folder.write(join(own, 'pgbouncer.ini'), config)],
    env,
    account: folder.account,
  }
}

export function databaseUrlAt(port, { product }) {
  return `postgresql://${USER}:${product}@127.0.0.1:${port}/${DATABASE}`
}

/** Makes the role own the database, because migrations create extensions. */
export function databaseStatements({ product }) {
  return [`create role ${USER} login password '${product}'`, `create database ${DATABASE} owner ${USER}`]
}
