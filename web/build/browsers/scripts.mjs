import { parseSync } from 'vite'
import { api, isTooNew, javascript } from './floor.mjs'

/** What objects of the page are, as far as their name says so. */
const kinds = {
  caches: 'CacheStorage',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
}
const builtins = { ...javascript.builtins, ...javascript.builtins.Intl }
/** Values of a type that is too new itself cannot be had without naming it. */
const types = [...Object.values(builtins), ...Object.values(api)].filter((type) => !isTooNew(type))
const globals = { ...api, ...javascript.builtins }
for (const [name, feature] of Object.entries(api.Window)) globals[name] ??= feature
const isGlobalObject = ({ name }) => ['window', 'globalThis', 'self'].includes(name)

/** Names of members that the floor lacks, whatever has them. */
const newMembers = new Set(
  types
    .flatMap(Object.keys)
    .filter((name) => types.every((type) => !Object.hasOwn(type, name) || isTooNew(type[name]))),
)

/**
 * Lists what a script uses that the floor lacks: syntax, global names, and members of what a name shows (`navigator.share`,
 * `AbortSignal.any`). Of other values only calls are found (`list.toSorted()`), because a property that is not there is no
 * error. What the same function, or one around it, has asked for (`'share' in navigator`, `typeof`, `?.`) is not listed.
 */
export function tooNewInScript(code, name = 'script.js') {
  const { program, errors } = parseSync(name, code)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0].message}`)
  const statements = program.body.flatMap((statement) => statement.declarations ?? [statement])
  return statements.flatMap((statement) => findIn(statement).used)
}

/** Returns what a function, or a statement outside of all, uses without having asked for it. */
function findIn(scope) {
  const found = { used: [], asked: new Set() }
  visit(scope, null, found)
  return { used: found.used.filter((feature) => !found.asked.has(feature.split('.').at(-1))) }
}

function visit(node, parent, found) {
  const isInner = parent !== null && /Function/.test(node.type)
  if (isInner) return found.used.push(...findIn(node).used)
  const asked = askedBy(node)
  if (asked) found.asked.add(asked)
  const feature = featureOf(node, parent)
  if (feature && !asked) found.used.push(feature)
  for (const child of childrenOf(node)) visit(child, node, found)
}

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === 'string')

/** Returns the name that an expression looks for without needing it. */
function askedBy(node) {
  if (node.type === 'BinaryExpression' && node.operator === 'in') return textOf(node.left)
  if (node.type === 'UnaryExpression' && node.operator === 'typeof') return nameOf(node.argument)
  if (node.type === 'CallExpression' && node.optional) return nameOf(node.callee)
  if (node.type === 'MemberExpression' && node.optional) return nameOf(node.object)
  if (node.type === 'LogicalExpression') return nameOf(node.left)
  if (node.type === 'UnaryExpression' && node.operator === '!') return nameOf(node.argument)
  return ['IfStatement', 'ConditionalExpression'].includes(node.type) ? nameOf(node.test) : undefined
}

const nameOf = ({ type, name, property, computed }) => {
  if (type === 'Identifier') return name
  return type === 'MemberExpression' && !computed ? property.name : undefined
}

function featureOf(node, parent) {
  if (node.type === 'Identifier') return isReference(node, parent) ? globalOf(node.name) : undefined
  if (node.type === 'MemberExpression' && !node.computed) return memberOf(node, parent)
  return syntaxOf(node)
}

function isReference(node, parent) {
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed
  if (parent.type === 'Property') return parent.value === node || parent.computed
  if (/Definition$|Specifier$|^MetaProperty$|^Labeled|^Break|^Continue/.test(parent.type))
    return parent.value === node
  return true
}

const globalOf = (name) => (Object.hasOwn(globals, name) && isTooNew(globals[name]) ? name : undefined)

function memberOf({ object, property: { name } }, parent) {
  if (object.type === 'Identifier' && isGlobalObject(object)) return globalOf(name)
  const known = object.type === 'Identifier' ? knownMember(object.name, name) : undefined
  if (known) return isTooNew(known) ? `${object.name}.${name}` : undefined
  const isCalled = parent.type === 'CallExpression' && parent.callee.property?.name === name
  return isCalled && newMembers.has(name) ? `.${name}` : undefined
}

function knownMember(object, name) {
  const type = globals[kinds[object] ?? object]
  return type && Object.hasOwn(globals, kinds[object] ?? object)
    ? (type[`${name}_static`] ?? type[name])
    : undefined
}

/** The parser tells what newer syntax is by its nodes; of Chrome 90 and Safari 15.4 only this is missing. */
function syntaxOf(node) {
  if (node.type === 'StaticBlock') return 'class static block'
  if (node.type === 'Decorator') return 'decorator'
  if (node.type === 'VariableDeclaration' && /using/.test(node.kind)) return node.kind
  if (node.type === 'BinaryExpression' && node.left.type === 'PrivateIdentifier') return '#name in object'
  if (/^(Import|Export\w+)Declaration$|^ImportExpression$/.test(node.type))
    return node.attributes?.length > 0 || node.options ? 'import attributes' : undefined
  return syntaxOfPattern(patternOf(node))
}

function patternOf(node) {
  if (node.regex) return node.regex
  const isMade = /^(New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp'
  const [source, flags] = isMade ? node.arguments : []
  return { pattern: textOf(source), flags: textOf(flags) }
}

/** The text of a literal; the bundler writes them as templates. */
function textOf(node) {
  const value = node?.type === 'TemplateLiteral' ? node.quasis[0].value.cooked : node?.value
  return typeof value === 'string' ? value : ''
}

function syntaxOfPattern({ pattern, flags }) {
  if (/\(\?<[=!]/.test(pattern)) return 'lookbehind'
  if (/\(\?[ims-]+:/.test(pattern)) return 'modifiers in a pattern'
  return flags.includes('v') ? 'flag v of a pattern' : undefined
}
