import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KyselyPlugin } from 'kysely'
import { parseSync, Visitor, type ESTree } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

type Source = { types: Map<string, ESTree.TSType>; importedFrom: Map<string, string> }
type Check = (value: unknown) => boolean
type Properties = Map<string, Check>
type Template = { place: string; text: string; type: string; properties: Properties | undefined }

/** Other types, such as `number`, are those of expressions in a statement. */
const rowTypes = ['TSTypeLiteral', 'TSTypeReference', 'TSIntersectionType']
const sources = new Map<string, Source>()

/**
 * Lists the statements that name the type of their rows, as in sql<Row>`select …`. Without properties: a type that is not
 * written out with names and values, such as one with parameters of its own.
 */
export const rowTemplates: Template[] = globSync('**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('test/'))
  .flatMap((path) => templatesIn(join(root, path)))

function templatesIn(path: string): Template[] {
  const text = readFileSync(path, 'utf8')
  if (!text.includes('sql<')) return []
  const found: Template[] = []
  new Visitor({
    TaggedTemplateExpression({ tag, typeArguments, quasi, start }) {
      const [type] = typeArguments?.params ?? []
      if (tag.type !== 'Identifier' || tag.name !== 'sql' || !type || !rowTypes.includes(type.type)) return
      const fragments = quasi.quasis.map(({ value }) => value.cooked ?? '')
      if (!/^[\s(]*(select|with|insert|update|delete)\b/.test(fragments[0] ?? '')) return
      const place = `${path.slice(root.length)}:${text.slice(0, start).split('\n').length}`
      const properties = propertiesOf(type, sourceOf(path))
      found.push({ place, text: keyOf(fragments), type: text.slice(type.start, type.end), properties })
    },
  }).visit(parseSync(path, text).program)
  return found
}

function keyOf(fragments: readonly string[]): string {
  return fragments.join('?')
}

/** Reads the types that a file declares, and where its imports come from. */
function sourceOf(path: string): Source {
  const known = sources.get(path)
  if (known) return known
  const source: Source = { types: new Map(), importedFrom: new Map() }
  sources.set(path, source)
  new Visitor({
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => void source.types.set(id.name, typeAnnotation),
    ImportDeclaration({ source: { value }, specifiers }) {
      const from = value.startsWith('#api/') ? join(root, value.slice(5)) : join(dirname(path), value)
      if (!/^[#.]/.test(value)) return
      for (const { local } of specifiers) source.importedFrom.set(local.name, from)
    },
  }).visit(parseSync(path, readFileSync(path, 'utf8')).program)
  return source
}

function propertiesOf(type: ESTree.TSType, source: Source): Properties | undefined {
  if (type.type === 'TSTypeLiteral') {
    const members = type.members.flatMap((member) =>
      member.type === 'TSPropertySignature' && member.key.type === 'Identifier' && member.typeAnnotation
        ? [[member.key.name, checkOf(member.typeAnnotation.typeAnnotation, source)] as const]
        : [],
    )
    return members.length === type.members.length ? new Map(members) : undefined
  }
  if (type.type === 'TSIntersectionType') {
    const parts = type.types.map((part) => propertiesOf(part, source))
    return parts.includes(undefined) ? undefined : new Map(parts.flatMap((part) => [...(part ?? [])]))
  }
  const declared = declarationOf(type, source)
  return declared ? propertiesOf(declared.type, declared.source) : pickedFrom(type, source)
}

/** Resolves `Pick` and `Omit` with their names written out. */
function pickedFrom(type: ESTree.TSType, source: Source): Properties | undefined {
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return
  const picks = type.typeName.name === 'Pick'
  const [from, names] = type.typeArguments?.params ?? []
  const whole = from && names && (picks || type.typeName.name === 'Omit') && propertiesOf(from, source)
  if (!whole) return
  const literals = (names.type === 'TSUnionType' ? names.types : [names]).map((name) =>
    name.type === 'TSLiteralType' && name.literal.type === 'Literal' ? name.literal.value : undefined,
  )
  return new Map([...whole].filter(([name]) => literals.includes(name) === picks))
}

function declarationOf(type: ESTree.TSType, source: Source) {
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier' || type.typeArguments) return
  const { name } = type.typeName
  const from = source.importedFrom.get(name)
  const home = from === undefined ? source : sourceOf(from)
  const declared = home.types.get(name)
  return declared && { type: declared, source: home }
}

/** A value of a type that is not known here counts as right. */
function checkOf(type: ESTree.TSType, source: Source): Check {
  if (type.type === 'TSNumberKeyword') return (value) => typeof value === 'number'
  if (type.type === 'TSStringKeyword') return (value) => typeof value === 'string'
  if (type.type === 'TSBooleanKeyword') return (value) => typeof value === 'boolean'
  if (type.type === 'TSNullKeyword') return (value) => value === null
  if (type.type === 'TSArrayType') {
    const check = checkOf(type.elementType, source)
    return (value) => Array.isArray(value) && value.every(check)
  }
  if (type.type === 'TSUnionType') {
    const checks = type.types.map((part) => checkOf(part, source))
    return (value) => checks.some((check) => check(value))
  }
  if (type.type === 'TSTypeLiteral') return (value) => typeof value === 'object' && value !== null
  if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'Date')
    return (value) => value instanceof Date
  const declared = declarationOf(type, source)
  return declared ? checkOf(declared.type, declared.source) : () => true
}

/** Returns what is wrong with a row, or undefined. It may have columns that the type leaves out. */
export function rowFault(row: object, properties: Properties): string | undefined {
  const values = new Map<string, unknown>(Object.entries(row))
  for (const [name, check] of properties) {
    const value = values.get(name)
    if (value === undefined) return `${name} is missing`
    if (!check(value)) return `${name} is ${value === null ? 'null' : typeof value}`
  }
  return undefined
}

/** Compares the rows that a test reads with the types that their statements name: PostgreSQL knows what the compiler believes. */
export function checkRowTypes(): KyselyPlugin {
  const templates = Map.groupBy(rowTemplates, ({ text }) => text)
  const running = new WeakMap<object, Template[]>()
  return {
    transformQuery({ node, queryId }) {
      const found = node.kind === 'RawNode' ? templates.get(keyOf(node.sqlFragments)) : undefined
      if (found) running.set(queryId, found)
      return node
    },
    async transformResult({ result, queryId }) {
      const [template] = running.get(queryId) ?? []
      if (!template?.properties) return result
      for (const row of result.rows) {
        const fault = rowFault(row, template.properties)
        if (fault) throw new Error(`${template.place}: ${fault}, unlike ${template.type}`)
      }
      return result
    },
  }
}
