import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const shared = readFileSync(new URL('plain-page.css', import.meta.url), 'utf8')

/** Returns the style sheet of a page without scripts, and the hash by which its policy allows it. */
export function pageStyle(own: URL): { style: string; styleHash: string } {
  const style = shared + readFileSync(own, 'utf8')
  return { style, styleHash: createHash('sha256').update(style).digest('base64') }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for element content and quoted attributes. User input must not be inserted anywhere else. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}
