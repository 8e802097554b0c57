import { pathToFileURL } from 'node:url'
import { buildServerIfStale } from './build.mjs'

const program = await buildServerIfStale().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
if (process.env.npm_lifecycle_event) stopAfterNpm(process.ppid)
await import(pathToFileURL(program).href)

/** npm passes on SIGINT and SIGTERM. If it ends in another way, this process stops as after SIGTERM. */
function stopAfterNpm(npm) {
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
