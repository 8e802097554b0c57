import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** The folders of the features, in the order in which `api/src/app.ts` lists their routes. */
const FEATURES = featuresIn(readFileSync(new URL('../api/src/app.ts', import.meta.url), 'utf8'))
const MAY_IMPORT = {
  contract: ['contract'],
  api: ['api', 'contract'],
  web: ['web', 'contract'],
  e2e: ['e2e', 'api', 'contract'],
  // The bench finds its browser like the tests do, and builds the product like `npm start`.
  bench: ['bench', 'api', 'contract', 'e2e', 'scripts'],
}
/** Lists which layers each layer of the api may import. No layer imports the files beside them, which assemble the product. */
const API_LAYERS = {
  db: ['db'],
  ports: ['ports'],
  jobs: ['jobs', 'db', 'ports'],
  http: ['http', 'db', 'ports'],
  domain: ['domain', 'http', 'jobs', 'db', 'ports'],
  features: ['features', 'domain', 'http', 'jobs', 'db', 'ports'],
  sandbox: ['sandbox', 'http', 'jobs', 'db', 'ports'],
  seed: ['seed', 'features', 'domain', 'http', 'jobs', 'db', 'ports'],
}
const API_LEAVES = ['api/src/deps.ts', 'api/src/settings.ts']
const ASSEMBLY = ['api/src/main.ts', 'api/src/start.ts', 'api/src/open-deps.ts']
const WEB_LAYERS = ['lib', 'ui', 'entities', 'features', 'pages', 'app']
const MAY_ASSERT = [
  'api/src/http/serve/serve.ts',
  'web/src/lib/net/call.ts',
  'web/src/lib/net/stored-call.ts',
  'web/src/test/fake-server.ts',
  'contract/src/lib/endpoint.ts',
]
/** A file in a folder of the web whose folders stand in an order. */
const ORDERED = /^(web\/src\/(?:features\/[^/]+|entities|pages))\/([^/]+)\//
const VAGUE_NAME = /^(?:utils?|helpers?|misc|common|types|manager|.*-?service|.*-?repository)$/i
const VAGUE_CLASS = /(?:Service|Repository|Manager)$/
const SILENCER = /(?:eslint|oxlint)-disable|@ts-(?:ignore|nocheck|expect-error)|(?:oxfmt|prettier)-ignore/
/** The widths, named in docs/architecture.md, at which the layout changes: the last of the smaller one, or the first of the larger one. */
const BREAKPOINTS = ['max-width: 479px', 'max-width: 767px', 'max-width: 1023px', 'max-width: 1099px']
BREAKPOINTS.push('min-width: 480px', 'min-width: 768px', 'min-width: 1024px', 'min-width: 1100px')
const TEST_WORDS = ['test', 'it', 'describe', 'suite']
const TEST_DODGES = ['only', 'skip', 'skipIf', 'runIf', 'todo', 'fixme', 'fails', 'fail']

/** Rules for an import. `from` and `to` are paths in the checkout; `to` is undefined for a package. */
export const importRules = {
  'contract-zod-only': ({ from, name }) =>
    isIn(from, 'contract/src') && !isTest(from) && name !== undefined && name !== 'zod',
  'workspaces-apart': ({ from, to }) => {
    const allowed = MAY_IMPORT[segment(from, 0)]
    return allowed !== undefined && to !== undefined && !allowed.includes(segment(to, 0))
  },
  'api-layers': ({ from, to }) => {
    const allowed = API_LAYERS[segment(from, 2)]
    if (!isIn(from, 'api/src') || !isIn(to, 'api/src') || isTestCode(from) || !allowed) return false
    return !API_LEAVES.includes(to) && !allowed.includes(segment(to, 2))
  },
  'feature-order': ({ from, to }) => {
    if (!isIn(from, 'api/src/features') || !isIn(to, 'api/src/features')) return false
    return FEATURES.indexOf(segment(to, 3)) > FEATURES.indexOf(segment(from, 3))
  },
  'concrete-port': ({ from, to }) =>
    isConcretePort(to) &&
    isIn(from, 'api/src') &&
    !isIn(from, 'api/src/ports') &&
    !ASSEMBLY.includes(from) &&
    !isTestCode(from),
  'test-code-in-product': ({ from, to }) =>
    ['api', 'web'].some((side) => isIn(to, `${side}/src/test`) && isIn(from, `${side}/src`)) &&
    !isTestCode(from),
  'web-layers': ({ from, to }) => {
    if (!isIn(from, 'web/src') || !isIn(to, 'web/src')) return false
    const [lower, upper] = [from, to].map((path) => WEB_LAYERS.indexOf(segment(path, 2)))
    return lower !== -1 && lower < upper
  },
  'web-features-apart': ({ from, to }) =>
    isIn(from, 'web/src/features') && isIn(to, 'web/src/features') && segment(from, 3) !== segment(to, 3),
  'no-reexport': ({ to, isReexport }) => isReexport && to !== undefined,
  'deep-parents': ({ specifier }) => specifier.startsWith('../../..'),
}

/** Rules for the name and folder of a file. */
export const fileRules = {
  'vague-name': (file) =>
    file.split('/').some((part, index) => index > 0 && VAGUE_NAME.test(part.replace(/\..*$/, ''))),
  'unknown-feature': (file) =>
    /^(?:api|web)\/src\/features\/[^/]+\//.test(file) && !FEATURES.includes(segment(file, 3)),
}

/** Rules for a node of the syntax tree. */
export const nodeRules = {
  'no-as': (node, file) =>
    (node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion') &&
    node.typeAnnotation.typeName?.name !== 'const' &&
    !MAY_ASSERT.includes(file),
  'vague-class': (node) => node.type === 'ClassDeclaration' && VAGUE_CLASS.test(node.id?.name ?? ''),
  'raw-sql': (node, file) =>
    node.type === 'CallExpression' &&
    isIn(file, 'api/src') &&
    !isIn(file, 'api/src/db') &&
    !isTestCode(file) &&
    (isSqlRaw(node.callee) || (node.callee.property?.name === 'query' && isPieced(node.arguments[0]))),
  'format-elsewhere': (node, file) =>
    node.type === 'NewExpression' &&
    node.callee.object?.name === 'Intl' &&
    isIn(file, 'web/src') &&
    !isIn(file, 'web/src/lib/format') &&
    !isTestCode(file),
  // One row that throws would take the page with it. `ListRows` keeps the others.
  'rows-without-boundary': (node, file) =>
    node.type === 'CallExpression' &&
    node.callee.property?.name === 'map' &&
    ['entities', 'features', 'pages'].some((layer) => isIn(file, `web/src/${layer}`)) &&
    !isTest(file) &&
    isKeyedById(node.arguments[0]?.body),
  'breakpoint-in-script': (node, file) =>
    node.type === 'Literal' &&
    typeof node.value === 'string' &&
    isIn(file, 'web/src') &&
    !isTestCode(file) &&
    hasOtherBreakpoint(node.value),
  'no-dodged-test': (node, file) =>
    isTest(file) &&
    node.type === 'MemberExpression' &&
    isTestWord(node.object) &&
    TEST_DODGES.includes(node.property.name),
}

/** Rules for a line of a style sheet. A hairline and a computed length that contains a token are allowed. */
export const cssRules = {
  'type-scale': (line) => /^font(?:-size)?: [^;]*(?<![\w-])[\d.]+(?:px|r?em|%)/.test(line),
  'space-scale': (line) =>
    /^(?:(?:row-|column-)?gap|(?:padding|margin)[\w-]*): /.test(line) &&
    /(?<![\w.-])-?(?!0\b|1px)[\d.]+(?:px|r?em)/.test(
      line.replaceAll(/(?:calc|min|max)\((?:[^()]|\([^()]*\))*\)/g, ''),
    ),
  'layer-scale': (line) => /^z-index: (?!-1;)-?\d/.test(line),
  breakpoint: (line) => line.startsWith('@') && hasOtherBreakpoint(line),
}

export const commentRules = { 'no-silencing': (text) => SILENCER.test(text) }

/** Returns the imports that close a cycle between folders beside each other, whose files stand in an order. */
export function importsInCycles(imports) {
  const between = imports.flatMap(({ from, to, ...place }) => {
    const [, parent, folder] = isTestCode(from) ? [] : (ORDERED.exec(from) ?? [])
    const [, other, target] = ORDERED.exec(to ?? '') ?? []
    if (parent === undefined || parent !== other || folder === target) return []
    return [{ ...place, folder: `${parent}/${folder}`, target: `${parent}/${target}` }]
  })
  const targetsOf = {}
  for (const { folder, target } of between) (targetsOf[folder] ??= new Set()).add(target)
  const reachedFrom = (folder, reached = new Set()) => {
    for (const target of targetsOf[folder] ?? [])
      if (!reached.has(target)) reachedFrom(target, reached.add(target))
    return reached
  }
  return between.filter(({ folder, target }) => reachedFrom(target).has(folder))
}

/** Resolves an import to a path in the checkout or the name of a package. */
export function destination(from, specifier) {
  if (specifier.startsWith('.')) return { to: posix.join(posix.dirname(from), specifier) }
  const own = /^(?:#|@rootsquare\/)(api|web|contract|e2e|bench)(?:\/(.*))?$/.exec(specifier)
  if (own) return { to: posix.join(own[1], 'src', own[2] ?? '') }
  const parts = specifier.split('/')
  return { name: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0] }
}

function featuresIn(app) {
  const [, listed] = /const features = \[([^\]]*)\]/.exec(app)
  return listed.match(/\w+/g).map((routes) => new RegExp(`\\b${routes}\\b.*/features/([^/]+)/`).exec(app)[1])
}

/** Returns whether a file is an implementation: `ports/mail/mail.ts` has the type, and all other files there implement it. */
function isConcretePort(path) {
  return (
    isIn(path, 'api/src/ports') &&
    segment(path, 4) !== undefined &&
    segment(path, 4) !== `${segment(path, 3)}.ts`
  )
}

function isSqlRaw(callee) {
  return callee.type === 'MemberExpression' && callee.object.name === 'sql' && callee.property.name === 'raw'
}

function isPieced(text) {
  if (text?.type === 'TemplateLiteral') return text.expressions.length > 0
  return text?.type === 'BinaryExpression' && text.operator === '+'
}

/** Returns whether this is the element of something that the server has sent. Options of a select show only a text. */
function isKeyedById(body) {
  const element = body?.type === 'ParenthesizedExpression' ? body.expression : body
  if (element?.type !== 'JSXElement' || element.openingElement.name.name === 'option') return false
  const key = element.openingElement.attributes.find(({ name }) => name?.name === 'key')?.value?.expression
  return /id$/i.test(key?.property?.name ?? key?.name ?? '')
}

function hasOtherBreakpoint(text) {
  return (text.match(/m(?:ax|in)-width: \d+px/g) ?? []).some((query) => !BREAKPOINTS.includes(query))
}

function isTestWord(node) {
  if (node.type === 'MemberExpression') return isTestWord(node.object)
  return node.type === 'Identifier' && TEST_WORDS.includes(node.name)
}

function isTest(file) {
  return /\.(?:test|e2e)\.[cm]?[jt]sx?$/.test(file)
}

function isTestCode(file) {
  return isTest(file) || isIn(file, 'api/src/test') || isIn(file, 'web/src/test')
}

function isIn(path, folder) {
  return path !== undefined && path.startsWith(`${folder}/`)
}

function segment(path, depth) {
  return path?.split('/')[depth]
}
