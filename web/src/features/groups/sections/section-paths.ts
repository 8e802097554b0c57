import type { SectionName } from '@rootsquare/contract/sections'

/** How each section is addressed, in the order of the tabs. */
export const sectionPaths = {
  About: 'about',
  History: 'history',
  Culture: 'culture',
  'Art & Craft': 'art',
  Diet: 'diet',
  Festivals: 'festivals',
} as const satisfies Record<SectionName, string>
