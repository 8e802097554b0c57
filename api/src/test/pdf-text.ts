import { inflateSync } from 'node:zlib'

/** The text of a PDF with embedded fonts, a line for each piece. Glyph numbers are looked up in the table of their font. */
export function pdfText(pdf: Buffer): string {
  const objects = objectsIn(pdf)
  const bodies = [...objects.values()]
  const tables = new Map(
    bodies
      .flatMap((body) => groupsIn(body, /\/(F\d+) (\d+) 0 R/g))
      .map(([name, font]) => [name, tableOf(objects, objects.get(font) ?? '')]),
  )
  return pagesIn(objects)
    .map((page) => pageText(page, tables))
    .join('\n')
}

/** How many rectangles it draws: the dark squares of its QR code. */
export function countRectangles(pdf: Buffer): number {
  return pagesIn(objectsIn(pdf)).join('\n').match(/ re$/gm)?.length ?? 0
}

type Objects = Map<string, string>

const objectsIn = (pdf: Buffer): Objects =>
  new Map(groupsIn(pdf.toString('latin1'), /(\d+) 0 obj\n(.*?)\nendobj/gs))

function pagesIn(objects: Objects): string[] {
  const contents = [...objects.values()].flatMap((body) => groupsIn(body, /\/(Contents) (\d+) 0 R/g))
  return contents.map(([, id]) => inflated(objects.get(id)))
}

type Tables = Map<string, string[]>

function groupsIn(text: string, pattern: RegExp): [string, string][] {
  return [...text.matchAll(pattern)].map(([, first = '', second = '']) => [first, second])
}

function inflated(body = ''): string {
  const [, stream = ''] = /stream\n(.*)\nendstream/s.exec(body) ?? []
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
}

function tableOf(objects: Objects, font: string): string[] {
  const [, id = ''] = /\/ToUnicode (\d+) 0 R/.exec(font) ?? []
  const ranges = groupsIn(inflated(objects.get(id)), /> \[(.*?)\]/gs)
  return ranges.flatMap(([codes]) => groupsIn(codes, /<(.*?)>/g).map(([hex]) => decoded(hex)))
}

function decoded(hex: string): string {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')
}

function pageText(content: string, tables: Tables): string {
  let table: string[] = []
  const pieces = groupsIn(content, /\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g).map(([font, glyphs]) => {
    if (font !== '') table = tables.get(font) ?? []
    const hex = groupsIn(glyphs, /<(\w+)>/g).map(([code]) => code)
    return (hex.join('').match(/.{4}/g) ?? []).map((code) => table[Number.parseInt(code, 16)]).join('')
  })
  return pieces.filter(Boolean).join('\n')
}
