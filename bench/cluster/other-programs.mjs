import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { haproxyConfig } from './config/haproxy-config.mjs'
import { redisConfig, sentinelConfig } from './config/redis-config.mjs'
import { acceptsConnections, isResponding } from './wait.mjs'

export const BUCKET = 'rootsquare-media'

const scriptFile = (name) => fileURLToPath(new URL(name, import.meta.url))

export function haproxyProgram({ folder, programs, layout }) {
  const { haproxy: ports, postgres, redis, sentinels, nodes } = layout
  const config = haproxyConfig({ ports, postgres, redis, sentinels, nodes })
  const file = folder.write(join(folder.folderFor('haproxy'), 'haproxy.cfg'), config)
  return {
    name: 'haproxy',
    port: ports.web,
    command: [programs.paths.haproxy, '-db', '-f', file],
    account: folder.account,
  }
}

/** Describes the Redis servers. The first one starts as the master. */
export function redisPrograms(context) {
  const { redis, sentinels } = context.layout
  const masterPort = redis[0].port
  return [
    ...redis.map((server) => redisProgram(context, server, { configOf: redisConfig, masterPort })),
    ...sentinels.map((server) =>
      redisProgram(context, server, { configOf: sentinelConfig, masterPort, mode: ['--sentinel'] }),
    ),
  ]
}

/** Gives each its own file, because Sentinel and Redis write to it what they have agreed on. */
function redisProgram({ folder, programs }, { name, port }, { configOf, masterPort, mode = [] }) {
  const own = folder.folderFor(name)
  const file = folder.write(join(own, 'redis.conf'), configOf({ port, folder: own, masterPort }))
  return {
    name,
    port,
    command: [programs.paths['redis-server'], file, ...mode],
    account: folder.account,
  }
}

export function s3Program({ folder, layout }) {
  const { port } = layout.s3
  return {
    name: 's3',
    port,
    command: [process.execPath, scriptFile('s3-server.mjs'), String(port), join(folder.path, 's3'), BUCKET],
  }
}

export function mailProgram({ folder, layout }) {
  const { port, http } = layout.mail
  const args = [String(port), String(http), join(folder.path, 'mails')]
  return {
    name: 'mail',
    port,
    command: [process.execPath, scriptFile('mail-server.mjs'), ...args],
    isReady: async () => (await acceptsConnections(port)) && isResponding(`http://127.0.0.1:${http}/`),
  }
}
