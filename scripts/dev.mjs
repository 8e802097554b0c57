import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'vite'

const WEB_PORT = 5173
const STOP_MS = 12_000
const root = fileURLToPath(new URL('..', import.meta.url))
if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
const apiUrl = `http://127.0.0.1:${process.env.PORT || 3000}`
const webUrl = `http://localhost:${WEB_PORT}`

process.env.API_URL = apiUrl
const web = await createServer({
  root: `${root}web`,
  server: { port: WEB_PORT, strictPort: true, host: 'localhost' },
})
await web.listen().catch((error) => {
  console.error(`The web server cannot start: ${error.message}`)
  process.exit(1)
})

// Links in mails must lead to the page that the developer has open, and the API accepts only its own PUBLIC_URL.
const env = { ...process.env, PUBLIC_URL: webUrl }
const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'api/src/main.ts'], {
  cwd: root,
  env,
  // The API has its own process group, so that Ctrl-C reaches only this process, which then stops the API once.
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
})
const apiEnded = once(api, 'exit')
apiEnded.then(([code, signal]) => stop(signal ? 0 : (code ?? 1)))
let isStopping = false
// Vite would end this process before the API has stopped.
process.removeAllListeners('SIGTERM')
process.stdin.removeAllListeners('end')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
announce()

/** Stops the API before the next start, because only one server may use the database folder. */
async function stop(code) {
  if (isStopping) return
  isStopping = true
  api.kill('SIGTERM')
  const timer = setTimeout(() => api.kill('SIGKILL'), STOP_MS)
  await Promise.all([apiEnded, web.close()])
  clearTimeout(timer)
  process.exit(code)
}

async function announce() {
  while (!isStopping) {
    const health = await fetch(`${apiUrl}/api/health`).catch(() => undefined)
    if (health?.ok) {
      console.log(`\nOpen ${webUrl} (the API is on ${apiUrl}); both reload as you edit, Ctrl-C stops both.\n`)
      return
    }
    await sleep(200)
  }
}
