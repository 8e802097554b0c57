export const MASTER_NAME = 'rootsquare'

/** Saves to disk every second, because a master that restarts empty would empty its replica too. The first is the master. */
export function redisConfig({ port, folder, masterPort }) {
  return `bind 127.0.0.1
port ${port}
dir ${folder}
appendonly yes
appendfsync everysec
save ""
repl-diskless-sync yes
repl-diskless-sync-delay 0
shutdown-timeout 0
${masterPort === port ? '' : `replicaof 127.0.0.1 ${masterPort}\n`}`
}

/** Makes two of three Sentinels agree that the master has not responded for three seconds. */
export function sentinelConfig({ port, folder, masterPort }) {
  return `bind 127.0.0.1
port ${port}
dir ${folder}
sentinel monitor ${MASTER_NAME} 127.0.0.1 ${masterPort} 2
sentinel down-after-milliseconds ${MASTER_NAME} 3000
sentinel failover-timeout ${MASTER_NAME} 10000
sentinel parallel-syncs ${MASTER_NAME} 1
`
}
