import { fileURLToPath } from 'node:url'
import { readRoutines } from '../api/src/db/routines.ts'

const WIDTH = 210
const GAP = 60
const ROW = 15
const HEAD = 22
const COLUMN_HEIGHT = 1250

/** Returns docs/schema.md and its picture, with tables in the order of their creation, so that related ones are close. */
export async function describeTables(client) {
  const { rows: tables } = await client.query(`
    select relname as name, obj_description(c.oid, 'pg_class') as about, relkind = 'r' as "isTable",
      array_agg(attname::text order by attnum) as columns,
      string_agg(concat('| \`', attname, '\` | ', format_type(atttypid, atttypmod),
        case when relkind = 'r' and not attnotnull then ' or null' end, ' | ',
        (select string_agg(format('\`%s\`', confrelid::regclass), ', ') from pg_constraint
          where contype = 'f' and conrelid = c.oid and attnum = any(conkey)), ' |'), E'\\n' order by attnum) as lines
    from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and relname not in ('migrations', 'routines')
    group by c.oid order by c.oid`)
  const { rows: references } = await client.query(`
    select distinct conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
  const routines = await describeRoutines(client)
  return { tables, page: pageOf(tables, routines), picture: pictureOf(tables, references) }
}

/** Lists the functions by folder, each with the beginning of its file and its triggers. */
async function describeRoutines(client) {
  const files = await readRoutines(fileURLToPath(new URL('../api/src/db/routines/', import.meta.url)))
  const { rows } = await client.query(`
    select proname as name, format('%s(%s)', proname, pg_get_function_arguments(pg_proc.oid)) as call,
      pg_get_function_result(pg_proc.oid) as result,
      (select string_agg(regexp_replace(pg_get_triggerdef(pg_trigger.oid),
          '^CREATE TRIGGER (\\w+) (.*?) ON public\\.(\\w+) .*$', '\`\\1\`: \\2 on \`\\3\`'), '; ' order by tgname)
        from pg_trigger where tgfoid = pg_proc.oid) as triggers
    from pg_proc where pronamespace = 'public'::regnamespace`)
  const found = new Map(rows.map((row) => [row.name, row]))
  return Map.groupBy(
    files
      .map(({ path, text }) => ({
        path,
        about: leadingComment(text),
        ...found.get(path.match(/(\w+)\.sql$/)[1]),
      }))
      .filter(({ name }) => name !== undefined)
      .toSorted((one, other) => one.path.localeCompare(other.path)),
    ({ path }) => path.split('/')[0],
  )
}

const leadingComment = (text) =>
  text
    .match(/^(?:--.*\n)*/)[0]
    .replaceAll(/^-- ?/gm, '')
    .trim()
    .replaceAll(/\s+/g, ' ')

const pageOf = (tables, routines) => `# The database

Written by \`npm run schema\` from the migrated database; do not edit it. The text is that of \`comment on table\`, and of
the files in \`api/src/db/routines/\`.

![Tables and their foreign keys](schema.svg)

## Tables and views

| table | what a row is |
| --- | --- |
${tables.map(({ name, about, isTable }) => `| [\`${name}\`](#${name})${isTable ? '' : ' (view)'} | ${about} |`).join('\n')}

## Functions

Those of \`0001_base.sql\`, which stored columns use, are not among them.

${[...routines].map(([folder, list]) => `### routines/${folder}\n\n| function | what it does |\n| --- | --- |\n${list.map(lineOf).join('\n')}`).join('\n\n')}

## Columns

${tables.map(({ name, lines }) => `### ${name}\n\n| column | type | refers to |\n| --- | --- | --- |\n${lines}`).join('\n\n')}
`

function lineOf({ call, result, triggers, about }) {
  const runs = triggers ? `${triggers.toLowerCase()}. ` : ''
  return `| \`${call}\`${triggers ? '' : ` returns ${result}`} | ${runs}${about} |`
}

/** Draws one box for each table and one line for each foreign key. */
function pictureOf(tables, references) {
  const boxes = place(tables.filter(({ isTable }) => isTable))
  const right = Math.max(...boxes.values().map(({ x }) => x)) + WIDTH + 20
  const bottom = Math.max(...boxes.values().map(({ y, height }) => y + height)) + 20
  const lines = references
    .filter(({ from, to }) => from !== to)
    .map(({ from, to }) => line(boxes.get(from), boxes.get(to)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${right} ${bottom}" font-family="system-ui, sans-serif" font-size="11">
<title>Tables of Rootsquare and their foreign keys</title>
<rect width="${right}" height="${bottom}" fill="#fbf5ea"/>
${lines.join('\n')}
${[...boxes].map(drawTable).join('\n')}
</svg>
`
}

function place(tables) {
  const boxes = new Map()
  let [x, y] = [20, 20]
  for (const { name, columns } of tables) {
    const height = HEAD + columns.length * ROW + 6
    if (y + height > COLUMN_HEIGHT) [x, y] = [x + WIDTH + GAP, 20]
    boxes.set(name, { x, y, height, columns })
    y += height + 16
  }
  return boxes
}

function line(from, to) {
  const [start, end] = from.x <= to.x ? [from.x + WIDTH, to.x] : [from.x, to.x + WIDTH]
  const [y1, y2] = [from.y + HEAD / 2, to.y + HEAD / 2]
  const bend = from.x === to.x ? 40 : (end - start) / 2
  return `<path d="M${start} ${y1}C${start + bend} ${y1} ${end - bend} ${y2} ${end} ${y2}" fill="none" stroke="#8a5a2b" stroke-opacity=".35"/>`
}

function drawTable([name, { x, y, height, columns }]) {
  const rows = columns.map(
    (column, index) => `<text x="${x + 8}" y="${y + HEAD + 12 + index * ROW}">${column}</text>`,
  )
  return `<g><rect x="${x}" y="${y}" width="${WIDTH}" height="${height}" rx="5" fill="#fff" stroke="#8a5a2b"/><text x="${x + 8}" y="${y + 15}" font-weight="700">${name}</text>
${rows.join('\n')}</g>`
}
