import { readdir } from 'node:fs/promises'

const [name, ...rest] = process.argv.slice(2)
const programs = (await readdir(new URL('.', import.meta.url)))
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.replace('.bench.mjs', ''))

if (!programs.includes(name)) {
  process.stdout.write(`Which one? npm run bench -- ${programs.join(' | ')}\n`)
  process.exit(name === undefined ? 0 : 1)
}

const { run } = await import(`./${name}.bench.mjs`)
process.exitCode = (await run(rest)) ? 0 : 1
