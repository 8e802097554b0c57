// Checks rules that the linter cannot express, and prints `file:line rule` for each violation.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import {
  commentRules,
  cssRules,
  destination,
  fileRules,
  importRules,
  importsInCycles,
  nodeRules,
} from './architecture-rules.mjs'

const FOLDERS = ['contract', 'api', 'web', 'e2e', 'bench', 'scripts']
const PASSED_BY = ['node_modules', 'dist', 'test-results', 'playwright-report', '.cache', '.data']
const SOURCE = /\.(?:[cm]?[jt]sx?|css)$/

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const breaches = checkArchitecture(fileURLToPath(new URL('..', import.meta.url)))
  for (const breach of breaches) console.log(breach)
  if (breaches.length > 0) process.exit(1)
}

export function checkArchitecture(root) {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    sourcesUnder(root, folder),
  )
  const imports = []
  const breaches = files.flatMap((file) => breachesIn(root, file, imports))
  return [...breaches, ...importsInCycles(imports).map(({ place }) => `${place} folder-cycle`)]
}

function sourcesUnder(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return PASSED_BY.includes(entry.name) ? [] : sourcesUnder(root, path)
    return SOURCE.test(entry.name) ? [path] : []
  })
}

/** Adds the imports of the file to `imports`. */
function breachesIn(root, file, imports) {
  const text = readFileSync(join(root, file), 'utf8')
  const found = []
  const report = (start, rules, ...subject) => {
    for (const [rule, isBroken] of Object.entries(rules)) {
      if (isBroken(...subject)) found.push(`${file}:${lineAt(text, start)} ${rule}`)
    }
  }
  report(0, fileRules, file)
  if (file.endsWith('.css')) {
    // The pages of the API and of the sandbox stand alone.
    if (file.startsWith('api/')) return found
    for (const { index, 0: line } of text.matchAll(/^.*$/gm)) report(index, cssRules, line.trim(), file)
    return found
  }
  const { program, comments, errors } = parseSync(file, text)
  if (errors.length > 0) found.push(`${file}:1 does-not-parse (${errors[0].message})`)
  for (const comment of comments) report(comment.start, commentRules, comment.value)
  for (const node of nodesIn(program)) {
    report(node.start, nodeRules, node, file)
    const specifier = importedBy(node)
    if (specifier !== undefined) {
      const isReexport = node.type.startsWith('Export')
      const { to, name } = destination(file, specifier)
      imports.push({ from: file, to, place: `${file}:${lineAt(text, node.start)}` })
      report(node.start, importRules, { from: file, specifier, isReexport, to, name })
      // In TypeScript files the compiler finds missing imports.
      if (file.endsWith('.mjs') && specifier.startsWith('.') && !existsSync(join(root, to)))
        found.push(`${file}:${lineAt(text, node.start)} missing-import`)
    }
  }
  return found
}

function* nodesIn(value) {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item)
  } else if (value !== null && typeof value === 'object') {
    if (typeof value.type === 'string') yield value
    for (const child of Object.values(value)) yield* nodesIn(child)
  }
}

/** Returns the module of a declaration. Imports, exports, `import()` and `import('…').Type` all have it in `source`. */
function importedBy({ type, source }) {
  return /^(?:Import|Export|TSImport)/.test(type) && typeof source?.value === 'string'
    ? source.value
    : undefined
}

function lineAt(text, offset) {
  return text.slice(0, offset).split('\n').length
}
