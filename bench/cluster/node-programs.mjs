import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUCKET } from './other-programs.mjs'
import { isResponding } from './wait.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Describes a node that responds to calls, or a worker that runs jobs. */
export function nodeProgram(context, { name, port }, role) {
  const { folder, settings } = context
  return {
    name,
    port,
    command: [process.execPath, '--max-semi-space-size=16', join(root, 'api', 'src', 'main.ts')],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
      ...settingsOf(context),
      ROLE: role,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder.path, name),
      ...settings,
    },
    isReady: () => isResponding(`http://127.0.0.1:${port}/api/health`),
  }
}

/** Returns the settings that all nodes and workers share. */
function settingsOf({ layout, secrets, urls, hasDemo }) {
  return {
    PUBLIC_URL: urls.url,
    DATABASE_URL: urls.databaseUrl,
    DATABASE_DIRECT_URL: urls.directUrl,
    DATABASE_REPLICA_URL: urls.replicaUrl,
    REDIS_URL: urls.redisUrl,
    SMTP_URL: `smtp://127.0.0.1:${layout.mail.port}`,
    MAIL_FROM: 'Rootsquare <no-reply@example.com>',
    S3_ENDPOINT: urls.s3Url,
    S3_REGION: 'us-east-1',
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    JWT_SECRET: secrets.jwt,
    VAPID_PRIVATE_KEY: secrets.vapid,
    SUPERADMIN_PASSWORD: secrets.superadmin,
    DEMO: hasDemo ? '1' : '0',
    // HAProxy needs up to two seconds to see that a node is not ready.
    DRAIN_SECONDS: '3',
  }
}
