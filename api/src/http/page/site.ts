import { brand } from '@rootsquare/contract/product'

/** What the owner of the site decides about how it presents itself outside of its own pages. */
export type Site = {
  name: string
  tagline: string
  /** Colours of the installed app: of its bars, and behind its icon while it starts. */
  accent: string
  background: string
  /** Whose links show a card (a name, a picture, a price) to visitors and other sites. Posts are open to everybody anyway. */
  shareCards: { groups: boolean; items: boolean; members: boolean }
}

const site: Site = {
  name: brand,
  tagline: 'The square where every root meets.',
  accent: '#2e2a86',
  background: '#fbf5ea',
  shareCards: { groups: true, items: false, members: false },
}

export type ReadSite = () => Promise<Site>

/** Everything that depends on these decisions asks here, and each time anew, because they will become settings of the owner. */
export const readSite: ReadSite = async () => site
