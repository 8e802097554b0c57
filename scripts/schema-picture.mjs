const WIDTH = 210
const GAP = 60
const ROW = 15
const HEAD = 22
const COLUMN_HEIGHT = 1250

/** One box for each table, in columns by migration, and one line for each foreign key. */
export function schemaPicture(topics, columns, references) {
  const boxes = placed(
    topics,
    Map.groupBy(columns, ({ table }) => table),
  )
  const right = Math.max(...boxes.values().map(({ x }) => x)) + WIDTH + 20
  const bottom = Math.max(...boxes.values().map(({ y, height }) => y + height)) + 20
  const lines = references
    .filter(({ from, to }) => from !== to)
    .map(({ from, to }) => line(boxes.get(from), boxes.get(to)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${right} ${bottom}" font-family="system-ui, sans-serif" font-size="11">
<title>Tables of Rootsquare and their foreign keys</title>
<rect width="${right}" height="${bottom}" fill="#fbf5ea"/>
${lines.join('\n')}
${[...boxes].map(box).join('\n')}
</svg>
`
}

function placed(topics, columnsOf) {
  const boxes = new Map()
  let [x, y] = [20, 20]
  for (const { name } of topics.flatMap(({ tables }) => tables)) {
    const names = columnsOf.get(name).map((column) => column.name)
    const height = HEAD + names.length * ROW + 6
    if (y + height > COLUMN_HEIGHT) [x, y] = [x + WIDTH + GAP, 20]
    boxes.set(name, { x, y, height, names })
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

function box([name, { x, y, height, names }]) {
  const rows = names.map(
    (column, index) => `<text x="${x + 8}" y="${y + HEAD + 12 + index * ROW}">${column}</text>`,
  )
  return `<g><rect x="${x}" y="${y}" width="${WIDTH}" height="${height}" rx="5" fill="#fff" stroke="#8a5a2b"/><text x="${x + 8}" y="${y + 15}" font-weight="700">${name}</text>
${rows.join('\n')}</g>`
}
