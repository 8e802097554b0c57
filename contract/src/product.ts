import { z } from 'zod'
import { endpoint } from './lib/endpoint.ts'

export const brand = 'Rootsquare'

export const Config = z.object({
  brand: z.string(),
  demo: z.boolean(),
  payments: z.enum(['paystack', 'sandbox']),
  upload: z.object({
    url: z.string(),
    preset: z.string(),
    maxImageBytes: z.int(),
    maxVideoBytes: z.int(),
  }),
  push: z
    .object({ publicKey: z.string() })
    .nullable()
    .meta({ description: 'The VAPID key for Web Push. Null if it is switched off.' }),
})
export type Config = z.output<typeof Config>

const Alive = z.object({ status: z.literal('ok') })

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  access: 'public',
  summary: 'Get the configuration that the web app needs',
  reply: Config,
})

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'Check that the server is running and the embedded database, if used, responds',
  reply: Alive,
  isUnlimited: true,
})

export const getReadiness = endpoint({
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  summary: 'Check that the server is running and the database and Redis, if used, respond',
  reply: Alive,
  isUnlimited: true,
})
