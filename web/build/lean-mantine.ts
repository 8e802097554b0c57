import type { Plugin } from 'vite'

const palettes = 'red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange'
const shades = new RegExp(`--mantine-color-(${palettes})-[\\w-]+:[^;]+;`, 'g')

/** Mantine's own palettes are never seen here, since colours come from tokens.css: 2.3 kB gz less on every page. */
export function leanMantine(): Plugin {
  return {
    name: 'lean-mantine',
    enforce: 'pre',
    transform: {
      filter: { id: /@mantine\/core\/styles\/default-css-variables\.layer\.css$/ },
      handler: (code) => ({ code: code.replaceAll(shades, ''), map: null }),
    },
  }
}
