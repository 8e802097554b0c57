import type { SectionName } from '@rootsquare/contract/sections'

/** The sections in the order of their tabs. */
export const sectionPaths = {
  About: 'about',
  History: 'history',
  Culture: 'culture',
  'Art & Craft': 'art',
  Diet: 'diet',
  Festivals: 'festivals',
} as const satisfies Record<SectionName, string>
