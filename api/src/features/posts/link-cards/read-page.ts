import { isVisible } from '@rootsquare/contract/lib/fields'
import { excerptOf } from '#api/features/posts/excerpt.ts'
import type { FetchedFile } from '#api/ports/public-web/public-web.ts'
import { readPageTags, type PageTags } from './page-tags.ts'

/** `image` is an address that has not been checked yet. */
type PageSummary = { title: string; description: string | null; site: string; image: URL | null }

const longestTitle = 150
const longestDescription = 300

/** Returns what a page says about itself in its tags, or null if it has no title. */
export function summarizePage(page: FetchedFile): PageSummary | null {
  const tags = readPageTags(decode(page))
  const title = firstText(tags, ['og:title', 'twitter:title', 'title'], longestTitle)
  if (title === null) return null
  const description = firstText(
    tags,
    ['og:description', 'twitter:description', 'description'],
    longestDescription,
  )
  return { title, description, site: page.url.hostname.replace(/^www\./, ''), image: imageOf(tags, page.url) }
}

function imageOf(tags: PageTags, page: URL): URL | null {
  const address = tags.get('og:image') ?? tags.get('og:image:url') ?? tags.get('twitter:image')
  return address !== undefined && URL.canParse(address.trim(), page.href)
    ? new URL(address.trim(), page)
    : null
}

function firstText(tags: PageTags, names: string[], most: number): string | null {
  const texts = names.map((name) => cleanLine(tags.get(name) ?? '')).filter(isVisible)
  return texts[0] === undefined ? null : excerptOf(texts[0], most)
}

// Matches control characters, and marks that change the writing direction of the text after them.
const hidden = /[\p{Cc}\p{Co}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]+/gu

const cleanLine = (text: string) => text.toWellFormed().replaceAll(hidden, ' ').replaceAll(/\s+/g, ' ').trim()

/** Decodes by the charset of the header, otherwise of the page, otherwise as UTF-8. Invalid bytes become U+FFFD. */
function decode({ contentType, bytes }: FetchedFile): string {
  const head = bytes.subarray(0, 1024).toString('latin1')
  const label = charset.exec(contentType)?.[1] ?? charset.exec(head)?.[1]
  return decoderOf(label ?? 'utf-8').decode(bytes)
}

const charset = /charset\s*=\s*["']?([\w:.-]{1,40})/i

function decoderOf(label: string) {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
