import { errorText } from './error-text.ts'
import { BadSetting } from './settings.ts'
import { start } from './start.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** npm forwards Ctrl-C although the terminal has sent it already. A second signal within this time is the same keypress. */
const sameKeypressMs = 1000

/** Must be called before the start, because process 1 of a container ignores signals without a handler. */
function stopOnSignal(): { onceStarted: (stop: () => Promise<void>) => void } {
  let stop: (() => Promise<void>) | undefined
  let stoppingSince: number | undefined
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameKeypressMs) process.exit(130)
      return
    }
    stoppingSince = performance.now()
    say('\nStopping …')
    // An incomplete start ends with the process, as it would after a crash.
    if (!stop) process.exit(0)
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('SIGHUP', onSignal)
  return { onceStarted: (stopService) => void (stop = stopService) }
}

/** npm passes on SIGINT and SIGTERM. If it ends in another way, this process stops as after SIGTERM. */
function stopAfterNpm(npm: number): void {
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/** Ends with an exit code other than zero, so that systemd, for example, restarts the process. */
async function endWithoutDatabase(error: Error, stop: () => Promise<void>): Promise<void> {
  process.stderr.write(`\nThe embedded PostgreSQL could not be started again. ${errorText(error)}\n`)
  await stop().catch(() => {})
  process.exit(1)
}

const signals = stopOnSignal()
if (process.env['npm_lifecycle_event'] === 'start') stopAfterNpm(process.ppid)
try {
  const product = await start(process.env, say)
  signals.onceStarted(product.stop)
  void product.lost.then((error) => endWithoutDatabase(error, product.stop))
} catch (error) {
  process.stderr.write(`\n${error instanceof BadSetting ? 'Setting: ' : ''}${errorText(error)}\n`)
  process.exit(1)
}
