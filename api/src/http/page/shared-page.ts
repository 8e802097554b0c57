import { createHash } from 'node:crypto'
import { brand } from '@rootsquare/contract/product'
import { escapeHtml } from '#api/http/page/html.ts'
import type { Settings } from '#api/settings.ts'
import type { CardKind } from './preview.ts'

/** What other sites and programs show of a page whose link is pasted there: a title, one picture, a price. */
export type SharedPage = {
  kind: CardKind
  id: number
  path: string
  openGraphType: 'article' | 'product' | 'profile' | 'website'
  title: string
  description: string
  picture: { url: string; alt: string } | null
  /** Further properties of Open Graph. */
  properties?: Record<string, string>
  /** The thing itself in the words of schema.org. */
  jsonLd: Record<string, unknown>
}

export const cardSize = { width: 1200, height: 630 }

/** Is shown for what has no picture of its own. */
const ownCard = {
  address: '/card.png',
  type: 'image/png',
  alt: `${brand}, the square where every root meets`,
}

/** Renders the tags that replace the page's own title and description. */
export function headOf(page: SharedPage, { publicUrl }: Settings): string {
  const { title, description, path } = page
  const address = publicUrl + path
  const card = cardOf(page)
  const image = publicUrl + card.address
  const open = {
    'og:site_name': brand,
    'og:type': page.openGraphType,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': image,
    'og:image:type': card.type,
    'og:image:width': String(cardSize.width),
    'og:image:height': String(cardSize.height),
    'og:image:alt': card.alt,
    ...page.properties,
  }
  const twitter = {
    'twitter:card': page.picture === null ? 'summary' : 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': image,
    'twitter:image:alt': card.alt,
  }
  const thing = { '@context': 'https://schema.org', url: address, image, ...page.jsonLd }
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    ...Object.entries(open).map(([name, content]) => meta('property', name, content)),
    ...Object.entries(twitter).map(([name, content]) => meta('name', name, content)),
    // Such a block is no script to the browser. Without `<` it cannot end before its end.
    `<script type="application/ld+json">${JSON.stringify(thing).replaceAll('<', '\\u003c')}</script>`,
  ].join('\n    ')
}

/** The address changes with the picture, because programs store the picture of an address for weeks. */
function cardOf({ kind, id, picture }: SharedPage): typeof ownCard {
  if (picture === null) return ownCard
  const version = createHash('sha256').update(picture.url).digest('hex').slice(0, 8)
  return { address: `/share-card/${kind}/${id}.jpg?v=${version}`, type: 'image/jpeg', alt: picture.alt }
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
