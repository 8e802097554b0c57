import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { accepted } from './accepted.mjs'
import { tooNewInScript } from './scripts.mjs'
import { tooNewInStyle } from './styles.mjs'

/** Finds in the built web app what the oldest browsers lack (docs/decisions/0043-browsers.md). */
const dist = new URL('../../dist/', import.meta.url)

const inlineScript = /<script(?![^>]* src=)(?![^>]*json)[^>]*>([^]*?)<\/script>/g
const readers = {
  js: tooNewInScript,
  css: tooNewInStyle,
  html: (text, file) =>
    [...text.matchAll(inlineScript)].flatMap(([, code]) => tooNewInScript(code, `${file}.js`)),
}

const found = new Map()
let count = 0
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const read = readers[file.split('.').at(-1)]
  if (!read) continue
  count += 1
  for (const feature of read(readFileSync(new URL(file, dist), 'utf8'), file)) found.set(feature, file)
}

const known = new Set(accepted.flatMap(({ features }) => features))
const faults = [
  ...[...found].flatMap(([feature, file]) =>
    known.has(feature) ? [] : [`${file} uses ${feature}, which browsers of the floor lack.`],
  ),
  ...[...known].flatMap((feature) =>
    found.has(feature) ? [] : [`${feature} is not used any more. Remove it from accepted.mjs.`],
  ),
]
if (count === 0) faults.push(`${fileURLToPath(dist)} holds no web app. Run npm run build first.`)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
