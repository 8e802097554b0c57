import { join } from 'node:path'

/**
 * A leader that is silent for `ttl` seconds is replaced; Patroni requires loop_wait + 2 * retry_timeout <= ttl.
 * synchronous_mode: only a replica that has every acknowledged commit is promoted. It is not strict, so that the primary
 * continues alone while the replica is down. primary_start_timeout 0: after a crash the replica takes over at once.
 * failsafe_mode: without etcd the primary continues while it reaches the other member.
 */
const FAILOVER = {
  ttl: 15,
  loop_wait: 2,
  retry_timeout: 5,
  synchronous_mode: true,
  primary_start_timeout: 0,
  failsafe_mode: true,
}

/**
 * The primary must stop waiting for a silent replica before the product's statement_timeout of 5 seconds, because PostgreSQL
 * acknowledges a commit whose wait for the replica is canceled.
 */
const PARAMETERS = {
  shared_buffers: '256MB',
  max_connections: 200,
  max_wal_size: '2GB',
  wal_keep_size: '256MB',
  wal_sender_timeout: '3s',
  wal_receiver_timeout: '5s',
  wal_receiver_status_interval: '1s',
  hot_standby_feedback: 'on',
  max_standby_streaming_delay: '3s',
  password_encryption: 'scram-sha-256',
}

/** Returns the file of one member. Patroni reads YAML, and all JSON is YAML. */
export function patroniConfig({ name, ports, etcdPort, folder, binFolder, passwords }) {
  const address = `127.0.0.1:${ports.postgres}`
  const restAddress = `127.0.0.1:${ports.rest}`
  const config = {
    scope: 'rootsquare',
    name,
    restapi: { listen: restAddress, connect_address: restAddress },
    // Over etcd's newer protocol, Patroni 3.0 of Debian 12 does not release the lock of a primary that crashed.
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...FAILOVER,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: dataFolderOf(folder),
      bin_dir: binFolder,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      basebackup: [{ checkpoint: 'fast' }],
      // Debian's folder for sockets may belong to another server.
      parameters: { unix_socket_directories: '' },
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
      // Data that only a lost primary has was never acknowledged, so it may be deleted.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
  return JSON.stringify(config, null, 2)
}

export function dataFolderOf(folder) {
  return join(folder, 'data')
}
