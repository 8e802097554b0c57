import { buildServerIfStale } from './build.mjs'

const program = await buildServerIfStale().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
await import(program)
