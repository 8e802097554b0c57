import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const createIcon = fileURLToPath(new URL('../src/ui/layout/create-icon.ts', import.meta.url))

/**
 * Leaves of an icon of lucide-react its lines only. What the package adds to each, such as its name, random keys, and what
 * computes classes and defaults that `Icon` sets anyway, takes two kilobytes of the first visit.
 */
export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler(code) {
        // Another name of an icon has no lines of its own.
        if (!code.includes('createLucideIcon(')) return null
        // Those of one element are written on one line.
        const lines = /^ {2}node: (\[.*\]|\[\n[\s\S]*?\n {2}\]),?$/m.exec(code)?.[1]
        if (lines === undefined) this.error('The lines of this icon were not found.')
        const withoutKeys = lines.replaceAll(/,\s+key: "\w+"\s+\}/g, ' }')
        return {
          code: `import { createIcon } from ${JSON.stringify(createIcon)}\nexport default /* @__PURE__ */ createIcon(${withoutKeys})\n`,
          map: null,
        }
      },
    },
  }
}
