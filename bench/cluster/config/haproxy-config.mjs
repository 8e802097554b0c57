import { MASTER_NAME } from './redis-config.mjs'

/** Returns the configuration. `ports` are HAProxy's own; the other lists have { name, port }, and `rest` for Patroni. */
export function haproxyConfig({ ports, postgres, redis, sentinels, nodes }) {
  return [
    generalSection(),
    webSection(ports.web, nodes),
    primarySection(ports.primary, postgres),
    replicasSection(ports.replica, postgres),
    redisMasterSection(ports.redis, redis, sentinels),
    statistics(ports.statistics),
  ].join('\n')
}

/** Closes connections to a server that is no longer the right one, so that their other end notices. */
const closing = 'default-server on-marked-down shutdown-sessions'

/** Sets general times. The long ones are for idle connections of pools and LISTEN; a check detects a dead server. */
function generalSection() {
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
  timeout queue 5s
  option clitcpka
  option srvtcpka
  default-server inter 1s fastinter 300ms fall 2 rise 1
`
}

/**
 * Prefers nodes that reach database and Redis. If none does, all running nodes are used, and respond with the error
 * themselves. A node may finish what it has begun, even if it is too busy to answer a check in time. Only calls that never
 * reached a node are tried at another one, because a POST may have been carried out.
 */
function webSection(port, nodes) {
  return `frontend web
  bind 127.0.0.1:${port}
  mode http
  option forwardfor
  timeout client 90s
  timeout http-request 15s
  timeout http-keep-alive 60s
  use_backend ready-nodes if { nbsrv(ready-nodes) gt 0 }
  default_backend nodes

backend ready-nodes
  timeout check 2s
${checkedNodes('/api/health/ready', nodes)}
backend nodes
  timeout check 3s
${checkedNodes('/api/health', nodes)}`
}

function checkedNodes(path, nodes) {
  return `  mode http
  balance roundrobin
  timeout server 90s
  retries 3
  option redispatch 1
  retry-on conn-failure
  option httpchk
  http-check send meth GET uri ${path}
  http-check expect status 200
${lines(nodes, ({ name, port }) => `  server ${name} 127.0.0.1:${port} check`)}
`
}

/**
 * Waits for the first check, because HAProxy treats every server as healthy before it. Two primaries mean that it is missing.
 */
function primarySection(port, postgres) {
  return `frontend primary
  bind 127.0.0.1:${port}
  use_backend primary if { nbsrv(primary) eq 1 }

backend primary
  ${closing}
  option httpchk
  http-check send meth OPTIONS uri /primary
  http-check expect status 200
${lines(postgres, ({ name, port: own, rest }) => `  server ${name} 127.0.0.1:${own} check port ${rest}`)}
`
}

/** Uses the primary while there is no replica. */
function replicasSection(port, postgres) {
  return `frontend replica
  bind 127.0.0.1:${port}
  default_backend replicas

backend replicas
  ${closing}
  option httpchk
  http-check send meth OPTIONS uri /replica?lag=16MB
  http-check expect status 200
${lines(
  postgres,
  ({ name, port: own, rest }) =>
    `  server ${name} 127.0.0.1:${own} check port ${rest} on-marked-up shutdown-backup-sessions`,
)}
${lines(postgres, ({ name, port: own }) => `  server primary-${name} 127.0.0.1:${own} track primary/${name} backup`)}
`
}

/**
 * Uses the Redis that two of three Sentinels call the master, because one that has just restarted may still regard itself as
 * master. A check of each Redis notices that it has become a replica, and closes the connections to it.
 */
function redisMasterSection(port, redis, sentinels) {
  const says = ({ name }) => `{ nbsrv(master-is-${name}) ge 2 }`
  const useBackend = (server) => {
    const others = redis.filter((other) => other !== server)
    return `  use_backend ${server.name} if ${says(server)} ${others.map((other) => `!${says(other)}`).join(' ')}`
  }
  return `frontend redis
  bind 127.0.0.1:${port}
${lines(redis, useBackend)}

${redis.map((server) => redisBackends(server, sentinels)).join('\n')}`
}

function redisBackends({ name, port }, sentinels) {
  return `backend ${name}
  ${closing}
  option tcp-check
  tcp-check connect
  tcp-check send info\\ replication\\r\\n
  tcp-check expect string role:master
  server ${name} 127.0.0.1:${port} check

backend master-is-${name}
  option tcp-check
  tcp-check connect
  tcp-check send sentinel\\ get-master-addr-by-name\\ ${MASTER_NAME}\\r\\n
  tcp-check expect string ${port}
${lines(sentinels, (sentinel) => `  server ${sentinel.name} 127.0.0.1:${sentinel.port} check`)}
`
}

function statistics(port) {
  return `frontend statistics
  bind 127.0.0.1:${port}
  mode http
  stats enable
  stats uri /
  stats refresh 2s
`
}

function lines(list, line) {
  return list.map(line).join('\n')
}
