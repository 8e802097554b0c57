import type { SectionName } from '@rootsquare/contract/sections'

/** In the order of the tabs. */
export const sectionPaths = {
  About: 'about',
  History: 'history',
  Culture: 'culture',
  'Art & Craft': 'art',
  Diet: 'diet',
  Festivals: 'festivals',
} as const satisfies Record<SectionName, string>
