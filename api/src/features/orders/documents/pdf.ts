import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { encode } from 'uqr'
import { oneLine } from '@rootsquare/contract/lib/fields'
import { brand } from '@rootsquare/contract/product'

const margin = 40
const qrSize = 92
const ink = '#1c1a17'
const muted = '#5f584e'
const line = '#d8d0c4'

type Size = 'A4' | 'A5'
type Row = { left: string; right?: string; isStrong?: boolean; isMuted?: boolean }

/** Font subsets with the letters, tone marks and signs of Nigerian languages, because the built-in fonts of PDF lack ₦ and ọ́. */
const fonts = { regular: fontAt('noto-sans-regular.ttf'), bold: fontAt('noto-sans-bold.ttf') }

function fontAt(name: string): Buffer {
  return readFileSync(new URL(`fonts/${name}`, import.meta.url))
}

export type Pdf = {
  /** Writes to the left of the QR code, which leads to `link`. */
  head(title: string, facts: string[], link: string): void
  heading(text: string): void
  /** Writes what is there of these texts, each on a line of its own. */
  lines(texts: (string | null | undefined)[], size?: number): void
  /** Starts a new page if the row does not fit on this one. */
  row(row: Row): void
  rule(): void
}

/** Loads the library for the first file only, because it takes 30 MB of memory and most nodes rarely need it. */
export async function makePdf(title: string, size: Size, write: (pdf: Pdf) => void): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const info = { Title: title, Author: brand, Creator: brand }
  const document = new PdfDocument({ size, margin, info, lang: 'en-NG', font: '' })
  document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  document.font('regular').fillColor(ink)
  write(writerOf(document))
  document.end()
  return buffer(document)
}

function writerOf(document: PDFKit.PDFDocument): Pdf {
  const width = document.page.width - 2 * margin
  const text = (content: string, options: { size?: number; font?: string; color?: string } = {}) =>
    document
      .font(options.font ?? 'regular')
      .fontSize(options.size ?? 10)
      .fillColor(options.color ?? ink)
      .text(content, margin, document.y, { width })
  return {
    head(title, facts, link) {
      const top = document.y
      drawQr(document, link, { x: margin + width - qrSize, y: top })
      const beside = { width: width - qrSize - 16 }
      document.font('bold').fontSize(11).fillColor(muted).text(brand, margin, top, beside)
      document.fontSize(20).fillColor(ink).text(title, beside).moveDown(0.3)
      document.font('regular').fontSize(10).text(facts.join('\n'), beside)
      document.y = Math.max(document.y, top + qrSize) + 14
    },
    heading(content) {
      document.moveDown(0.6)
      text(content, { size: 11, font: 'bold' }).moveDown(0.2)
    },
    lines(texts, size = 10) {
      const content = texts.flatMap((line) => oneLine(line ?? '') || []).join('\n')
      text(content, { size, color: size < 10 ? muted : ink })
    },
    row: (row) => drawRow(document, width, row),
    rule() {
      const y = document.y + 6
      document
        .moveTo(margin, y)
        .lineTo(margin + width, y)
        .lineWidth(0.7)
        .stroke(line)
      document.y = y + 8
    },
  }
}

function drawRow(document: PDFKit.PDFDocument, width: number, { left, right = '', ...row }: Row): void {
  document
    .font(row.isStrong ? 'bold' : 'regular')
    .fontSize(10)
    .fillColor(row.isMuted ? muted : ink)
  const leftWidth = width - 130
  const height = document.heightOfString(left, { width: leftWidth })
  if (document.y + height > document.page.height - margin) document.addPage()
  const { y } = document
  document.text(right, margin + leftWidth, y, { width: 130, align: 'right' })
  document.text(left, margin, y, { width: leftWidth })
  document.y = y + height + 3
}

function drawQr(document: PDFKit.PDFDocument, link: string, at: { x: number; y: number }): void {
  const { data, size } = encode(link, { ecc: 'M', border: 0 })
  const module = qrSize / size
  for (const [y, cells] of data.entries())
    for (const [x, isDark] of cells.entries())
      if (isDark) document.rect(at.x + x * module, at.y + y * module, module, module)
  document.fill(ink)
}
