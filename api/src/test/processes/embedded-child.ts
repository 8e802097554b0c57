// A separate process that the tests may kill: node embedded-child.ts <folder> [settings as JSON] [start at, in epoch ms]
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { startEmbedded } from '#api/db/embedded/embedded.ts'

const [dataDir = '', options = '{}', startAt = '0'] = process.argv.slice(2)
const settings = z.record(z.string(), z.string()).parse(JSON.parse(options))

function printLine(line: Record<string, string>) {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function ask(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ word: string }>(`SELECT 'still here' AS word`)
  await client.end()
  return rows[0]?.word ?? ''
}

await sleep(Math.max(0, Number(startAt) - Date.now()))
try {
  const embedded = await startEmbedded({ dataDir, say: (said) => printLine({ said }), settings })
  const running = setInterval(() => {}, 60_000)
  const finish = async () => {
    await sleep(300)
    printLine({ answered: await ask(embedded.url) })
    await embedded.stop()
    clearInterval(running)
  }
  process.once('SIGINT', () => void finish())
  printLine({ url: embedded.url })
} catch (error) {
  printLine({ failed: error instanceof Error ? error.message : String(error) })
}
