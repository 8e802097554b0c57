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
    .meta({ description: 'The VAPID key for Web Push; null where it is off.' }),
})
export type Config = z.output<typeof Config>

const Alive = z.object({ status: z.literal('ok') })

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  access: 'public',
  summary: 'What the web app needs to know of this server',
  reply: Config,
})

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'Alive, and the embedded database (where used) answers',
  reply: Alive,
  isUnlimited: true,
})

export const getReadiness = endpoint({
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  summary: 'Alive, and the database (and Redis, where set) answers',
  reply: Alive,
  isUnlimited: true,
})
