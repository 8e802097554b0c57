import { start } from './start.ts'
import { BadSetting } from './settings.ts'

try {
  const product = await start(process.env, (line) => process.stdout.write(`${line}\n`))
  const stop = () => {
    // A second Ctrl-C means it: leave at once.
    process.once('SIGINT', () => process.exit(130))
    void product.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  process.stderr.write(`\n${error instanceof BadSetting ? 'Setting: ' : ''}${words}\n`)
  process.exit(1)
}
