import { BadSetting } from './settings.ts'
import { start } from './start.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** npm passes Ctrl-C on although the terminal has sent it already; a person who means it twice takes longer. */
const sameKeypress = 1000

/** Registered before the start: as process 1 of a container, a process without a handler ignores the signal. */
function stopOnSignal(): { onceStarted: (stop: () => Promise<void>) => void } {
  let stop: (() => Promise<void>) | undefined
  let askedAt: number | undefined
  const onSignal = () => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > sameKeypress) process.exit(130)
      return
    }
    askedAt = performance.now()
    say('\nStopping …')
    // What a start has begun ends with its process, as after a crash.
    if (!stop) process.exit(0)
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return { onceStarted: (given) => void (stop = given) }
}

/** Non-zero, so that whatever started the process (systemd, say) starts it again or tells somebody. */
async function endWithoutDatabase(error: Error, stop: () => Promise<void>): Promise<void> {
  process.stderr.write(`\nThe embedded PostgreSQL could not be started again. ${wordsOf(error)}\n`)
  await stop().catch(() => {})
  process.exit(1)
}

/** With the reasons behind it: the sentence alone may only say what was being tried. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error instanceof AggregateError ? error.errors.map(wordsOf).join(' ') : error.message
  return error.cause === undefined ? own : `${own} ${wordsOf(error.cause)}`
}

const signals = stopOnSignal()
try {
  const product = await start(process.env, say)
  signals.onceStarted(product.stop)
  void product.lost.then((error) => endWithoutDatabase(error, product.stop))
} catch (error) {
  process.stderr.write(`\n${error instanceof BadSetting ? 'Setting: ' : ''}${wordsOf(error)}\n`)
  process.exit(1)
}
