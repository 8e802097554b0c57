export const MASTER_NAME = 'rootsquare'

/** Written to disk every second: a master that comes back empty would empty its replica too. */
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
${masterPort === undefined ? '' : `replicaof 127.0.0.1 ${masterPort}\n`}`
}

/** Two of three Sentinels must agree that the master has not answered for three seconds. */
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
