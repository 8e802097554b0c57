// Reads the lock file and names each package without a binary for a supported platform.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PROMISED = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
]
/** Matches the end of a binary package's name: `linux-x64-gnu`, `darwin-x64`. Linux has glibc only, so musl is ignored. */
const BINARY_NAME = /^(.*?)(linux|darwin|win32)-(x64|arm64)(?:-(?:gnu|msvc))?$/

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  const problems = lockProblems(lock)
  for (const problem of problems) console.log(`package-lock.json: ${problem}`)
  if (problems.length > 0) process.exit(1)
}

export function lockProblems({ packages }) {
  const entries = Object.entries(packages)
  return [
    ...entries.flatMap(([path, entry]) => missingBinaries(path, entry, packages)),
    ...entries.flatMap(([path, entry]) => untrusted(path, entry)),
  ]
}

/** Finds missing binaries: a package with a binary for one platform needs one, with integrity, for each supported platform. */
function missingBinaries(path, { optionalDependencies = {} }, packages) {
  // A binary may need another binary of its own platform, and only that.
  if (BINARY_NAME.test(path)) return []
  const names = Object.keys(optionalDependencies).filter((name) => BINARY_NAME.test(name))
  const families = Map.groupBy(names, familyOf)
  return [...families].flatMap(([family, members]) =>
    PROMISED.flatMap(([os, cpu]) => {
      const wanted = members.find((name) => isFor(name, os, cpu))
      const found = wanted && entryOf(wanted, path, packages)
      if (found?.version && found.integrity) return []
      return [`${nameOf(path)} has no ${wanted ?? family} for ${os} ${cpu}`]
    }),
  )
}

/** Returns what binaries of one kind share. Both `@img/sharp-linux-x64` and `@img/sharp-libvips-linux-x64` are needed. */
function familyOf(name) {
  const [, stem = ''] = BINARY_NAME.exec(name) ?? []
  return stem.startsWith('node-') ? 'node' : `${stem}*`
}

function isFor(name, os, cpu) {
  const [, , nameOs, nameCpu] = BINARY_NAME.exec(name) ?? []
  return nameOs === os && nameCpu === cpu
}

function entryOf(name, path, packages) {
  return packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
}

function untrusted(path, { link, resolved, integrity }) {
  if (!path.includes('node_modules/') || link) return []
  return [
    ...(integrity ? [] : [`${nameOf(path)} has no integrity`]),
    ...(resolved?.startsWith('http') ? [`${nameOf(path)} names a download host`] : []),
  ]
}

function nameOf(path) {
  return path === '' ? 'the root package' : path.replace(/^.*node_modules\//, '')
}
