import { buildWebIfStale } from './web-build.mjs'

try {
  await buildWebIfStale()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
await import('../api/src/main.ts')
