import { readdir } from 'node:fs/promises'

const [name, ...rest] = process.argv.slice(2)
const programs = (await readdir(new URL('programs', import.meta.url))).map((file) => file.replace('.mjs', ''))

if (!programs.includes(name)) {
  process.stdout.write(`Which one? npm run bench -- ${programs.join(' | ')}\n`)
  process.exit(name === undefined ? 0 : 1)
}

process.stdout.write(
  'All settings ship, but for the rate limits, which are off: a program calls more often than a person.\n',
)
const { run } = await import(`./programs/${name}.mjs`)
process.exitCode = (await run(rest)) ? 0 : 1
