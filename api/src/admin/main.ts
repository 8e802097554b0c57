import { createInterface } from 'node:readline'
import { runAdmin, type Terminal } from './run-admin.ts'

const terminal: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  ask(question) {
    const input = createInterface({ input: process.stdin, output: process.stdout })
    return new Promise((resolve) => {
      input.once('close', () => resolve(undefined))
      // Ctrl-C is no answer, and the database is closed as after a no.
      input.once('SIGINT', () => input.close())
      input.question(question, (answer) => {
        resolve(answer)
        input.close()
      })
    })
  },
}

process.exitCode = await runAdmin(process.argv.slice(2), terminal, process.env)
