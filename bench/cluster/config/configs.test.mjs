import { expect, test } from 'vitest'
import { haproxyConfig } from './haproxy-config.mjs'
import { patroniConfig } from './patroni-config.mjs'
import { pgbouncerConfig, pgbouncerUsers } from './pgbouncer-config.mjs'
import { redisConfig, sentinelConfig } from './redis-config.mjs'

const patroni = () =>
  JSON.parse(
    patroniConfig({
      name: 'postgres-1',
      ports: { postgres: 5001, rest: 8001 },
      etcdPort: 2379,
      folder: '/cluster/postgres-1',
      binFolder: '/bin',
      passwords: { superuser: 'one', replication: 'two' },
    }),
  )

const haproxy = () =>
  haproxyConfig({
    ports: { web: 1, primary: 2, replica: 3, redis: 4, statistics: 5 },
    postgres: [
      { name: 'postgres-1', port: 5001, rest: 8001 },
      { name: 'postgres-2', port: 5002, rest: 8002 },
    ],
    redis: [
      { name: 'redis-1', port: 6001 },
      { name: 'redis-2', port: 6002 },
    ],
    sentinels: [1, 2, 3].map((number) => ({ name: `sentinel-${number}`, port: 7000 + number })),
    nodes: [{ name: 'node-1', port: 3001 }],
  })

const section = (kind) => haproxy().split(`\n${kind}\n`)[1].split('\n\n')[0]

test('the times of Patroni fit each other', () => {
  const { ttl, loop_wait: loop, retry_timeout: retry } = patroni().bootstrap.dcs
  expect(loop + 2 * retry).toBeLessThanOrEqual(ttl)
})

test('promotes only a replica that has every commit', () => {
  expect(patroni().bootstrap.dcs).toMatchObject({ synchronous_mode: true, primary_start_timeout: 0 })
})

test('the primary stops waiting for a lost replica before a statement times out', () => {
  const { loop_wait: loop, postgresql } = patroni().bootstrap.dcs
  expect(loop + Number.parseInt(postgresql.parameters.wal_sender_timeout, 10)).toBeLessThanOrEqual(5)
})

test('HAProxy asks Patroni who is the primary and closes connections to others', () => {
  expect(haproxy()).toContain('on-marked-down shutdown-sessions')
  expect(section('backend primary')).toContain('uri /primary')
  expect(section('backend primary')).toContain('server postgres-2 127.0.0.1:5002 check port 8002')
})

test('reads go to the primary while there is no replica', () => {
  expect(section('backend replicas')).toContain(
    'server primary-postgres-1 127.0.0.1:5001 track primary/postgres-1 backup',
  )
})

test('two Sentinels decide which Redis is the master', () => {
  expect(section('frontend redis')).toContain(
    'use_backend redis-2 if { nbsrv(master-is-redis-2) ge 2 } !{ nbsrv(master-is-redis-1) ge 2 }',
  )
  expect(section('backend master-is-redis-2')).toContain('expect string 6002')
  expect(section('backend master-is-redis-2')).toContain('server sentinel-3 127.0.0.1:7003 check')
})

test('does not repeat a call that may have reached a node', () => {
  expect(section('backend nodes')).toMatch(/retry-on conn-failure$/m)
  expect(section('backend nodes')).toContain('server node-1 127.0.0.1:3001 check')
})

test('PgBouncer pools transactions in front of the primary', () => {
  const config = pgbouncerConfig({ port: 6432, primaryPort: 2, database: 'rootsquare', usersFile: '/u' })
  expect(config).toContain('rootsquare = host=127.0.0.1 port=2 dbname=rootsquare')
  expect(config).toContain('pool_mode = transaction')
  expect(pgbouncerUsers('rootsquare', 'secret')).toBe('"rootsquare" "secret"\n')
})

test('the second Redis follows the first, and Sentinels watch it', () => {
  expect(redisConfig({ port: 6001, folder: '/r', masterPort: 6001 })).not.toContain('replicaof')
  expect(redisConfig({ port: 6002, folder: '/r', masterPort: 6001 })).toContain('replicaof 127.0.0.1 6001')
  expect(sentinelConfig({ port: 7001, folder: '/s', masterPort: 6001 })).toContain(
    'sentinel monitor rootsquare 127.0.0.1 6001 2',
  )
})
