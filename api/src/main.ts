import { BadSetting } from './settings.ts'
import { start } from './start.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** npm passes Ctrl-C on although the terminal has sent it already; a person who means it twice takes longer. */
const sameKeypress = 1000

function stopOnSignal(stop: () => Promise<void>): void {
  let askedAt: number | undefined
  const onSignal = () => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > sameKeypress) process.exit(130)
      return
    }
    askedAt = performance.now()
    say('\nStopping …')
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

try {
  const product = await start(process.env, say)
  stopOnSignal(product.stop)
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  process.stderr.write(`\n${error instanceof BadSetting ? 'Setting: ' : ''}${words}\n`)
  process.exit(1)
}
