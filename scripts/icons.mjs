import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * Draws the icons of the installed app from `favicon.svg` into `web/public`. They are committed; run it again when the
 * sign or a colour changes: `node scripts/icons.mjs`.
 */
const folder = fileURLToPath(new URL('../web/public/', import.meta.url))
const sign = readFileSync(`${folder}favicon.svg`, 'utf8')

const ground = '#2E2A86'
const [viewBox, drawn] = [40, sign.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')]
const [, , marks = ''] = /^(<rect[^>]*\/>)([\s\S]*)$/.exec(drawn) ?? []
if (marks === '') throw new Error('favicon.svg does not begin with its ground.')

/** The ground reaches the edges: phones and iOS cut the corners off, and the sign lies within the middle 80 % that all of them leave. */
const whole = svg(`<rect width="40" height="40" fill="${ground}"/>${marks}`)

/** The signs of the shortcuts, as lucide draws them on 24 units. */
const shortcuts = {
  post: '<path d="M12 20h9"/><path d="M16.5 3.5a2.12 2.12 0 0 1 3 3L7 19l-4 1 1-4Z"/>',
  inbox: '<path d="M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2Z"/>',
  market:
    '<path d="M6 2 3 6v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6l-3-4Z"/><path d="M3 6h18"/><path d="M16 10a4 4 0 0 1-8 0"/>',
}

function svg(content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${viewBox} ${viewBox}">${content}</svg>`
}

function shortcutOf(strokes) {
  const style = 'fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
  return svg(
    `<circle cx="20" cy="20" r="20" fill="${ground}"/><g transform="translate(8 8)" ${style}>${strokes}</g>`,
  )
}

const png = (source, size) =>
  sharp(Buffer.from(source), { density: (72 * size) / viewBox })
    .resize(size, size)
    .png({ palette: true, colours: 64, effort: 10 })
    .toBuffer()

/** An ICO file may hold a PNG, behind a list of its pictures. */
function ico(bytes, size) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(bytes.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, bytes])
}

const files = {
  'favicon.ico': ico(await png(sign, 48), 48),
  'apple-touch-icon.png': await png(whole, 180),
  'icon-192.png': await png(sign, 192),
  'icon-512.png': await png(sign, 512),
  'icon-maskable-192.png': await png(whole, 192),
  'icon-maskable-512.png': await png(whole, 512),
}
for (const [name, strokes] of Object.entries(shortcuts)) {
  files[`shortcut-${name}.png`] = await png(shortcutOf(strokes), 96)
}
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(folder + name, bytes)
  console.log(`${name} ${bytes.length} B`)
}
