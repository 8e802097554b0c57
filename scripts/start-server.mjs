import { pathToFileURL } from 'node:url'
import { buildServerIfStale } from './build.mjs'

const program = await buildServerIfStale().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
await import(pathToFileURL(program).href)
