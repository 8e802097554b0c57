import type pg from 'pg'

/** A column as the database describes it, with the type that it gets in schema.ts. */
type Column = { table: string; name: string; type: string }
type Row = {
  table: string
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isGenerated: boolean
  allowed: string | null
}

const typeNames: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  _int8: 'number[]',
  text: 'string',
  _text: 'string[]',
  date: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Date',
}

/** Lists types that the database cannot know: values in the contract, JSON, and columns that only triggers write. */
const knownTypes: Record<string, string> = {
  'audit_log.action': 'AuditAction',
  'audit_log.target_type': 'AuditSubject | null',
  'comments.is_post_hidden': 'GeneratedAlways<boolean>',
  'comments.post_author_id': 'GeneratedAlways<number>',
  'comments.post_group_id': 'GeneratedAlways<number | null>',
  'likes.is_post_hidden': 'GeneratedAlways<boolean>',
  'likes.post_author_id': 'GeneratedAlways<number>',
  'likes.post_group_id': 'GeneratedAlways<number | null>',
  'order_moves.status': 'OrderState',
  'orders.billing_address': 'ColumnType<OrderAddress | null, string, string | null>',
  'orders.shipping_address': 'ColumnType<OrderAddress | null, string, string | null>',
  'proposals.name': 'SectionName',
  'report_counts.target_type': 'ReportTarget',
  'reports.search_text': 'GeneratedAlways<string>',
  'reports.snapshot': 'ColumnType<unknown, string, string>',
  'section_versions.name': 'SectionName',
}

export async function readColumns(client: pg.ClientBase): Promise<Column[]> {
  const { rows } = await client.query<Row>(`
    select c.relname as table, a.attname as name, t.typname as type,
      -- The columns of our views come from columns that are never null.
      not a.attnotnull and c.relkind = 'r' as "isNullable",
      a.atthasdef and a.attgenerated = '' as "hasDefault",
      a.attidentity = 'a' or a.attgenerated <> '' as "isGenerated",
      coalesce(
        (select string_agg(quote_literal(enumlabel), ' | ' order by enumsortorder) from pg_enum where enumtypid = t.oid),
        (select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like '%= ANY (%')
      ) as allowed
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and c.relname not in ('migrations', 'routines')
      and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`)
  return rows.map((row) => ({ table: row.table, name: row.name, type: typeOf(row) }))
}

function typeOf({ table, name, type, isNullable, hasDefault, isGenerated, allowed }: Row): string {
  const known = knownTypes[`${table}.${name}`]
  if (known !== undefined) return known
  const value = [valuesIn(allowed) ?? typeNames[type] ?? 'unknown', ...(isNullable ? ['null'] : [])].join(
    ' | ',
  )
  if (isGenerated) return `GeneratedAlways<${value}>`
  return hasDefault ? `Generated<${value}>` : value
}

/** Returns the texts that an enum or a check lists. A check may list them as one array, '{a,b}'. */
function valuesIn(allowed: string | null): string | undefined {
  const [, inOne] = allowed?.match(/'\{(.*)\}'/) ?? []
  const values =
    inOne === undefined ? allowed?.match(/'[^']*'/g) : inOne.split(',').map((value) => `'${value}'`)
  return values?.join(' | ')
}

/** Returns the text of schema.ts. */
export function schemaText(columns: Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const bodies = [...tables].map(
    ([table, own]) => `  ${table}: {\n${own.map(({ name, type }) => `    ${name}: ${type}\n`).join('')}  }\n`,
  )
  return `// Written by \`npm run schema\` from the migrated database. A test fails where they differ.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { OrderAddress } from '@rootsquare/contract/addresses'
import type { AuditAction, AuditSubject } from '@rootsquare/contract/moderation'
import type { OrderState } from '@rootsquare/contract/trade/orders'
import type { ReportTarget } from '@rootsquare/contract/reports'
import type { SectionName } from '@rootsquare/contract/sections'

export type Tables = {
${bodies.join('')}}

/** What is counted per day: the path of the call that reports it, without the id. */
export type Metric = Tables['day_counts']['metric']
`
}
