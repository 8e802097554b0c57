import type { Plugin } from 'vite'

/** In one file, since every page needs them. */
const libraries =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?:history|react-router|react-store|router-core|store))\//
/** Their imports are followed. Not those of other libraries, of which little is used: the bundler knows better what. */
const followed = /web\/src\/|node_modules\/lucide-react\//
/** Included, but their imports are not followed: the schemas that the forms of other pages use are not needed. */
const taken = /contract\/src\//

type Pages = { start: RegExp; first: Record<string, RegExp[]> }

/**
 * The code of the pages that are opened first comes in few files: the libraries, what the same of these pages share, and the
 * rest of each. That compresses better than many small chunks, and few files load faster than fifty on a slow connection. No
 * two files import each other, so that nothing runs before what it depends on.
 */
export function wholePages({ start, first }: Pages) {
  const chunkOf = new Map<string, string>()

  const plugin: Plugin = {
    name: 'whole-pages',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const neededBy = (entries: RegExp[]) => {
        const needed = new Set(ids.filter((id) => entries.some((entry) => entry.test(id))))
        for (const id of needed) {
          if (!followed.test(id)) continue
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) needed.add(next)
        }
        return [...needed].filter((id) => followed.test(id) || taken.test(id))
      }
      const atStart = new Set(neededBy([start]))
      chunkOf.clear()
      for (const [name, entries] of Object.entries(first)) {
        for (const id of neededBy(entries)) {
          const others = chunkOf.get(id)
          if (!atStart.has(id)) chunkOf.set(id, others === undefined ? name : `${others}-${name}`)
        }
      }
    },
  }
  const groups = combinations(Object.keys(first)).map((name) => ({
    name,
    test: (id: string) => chunkOf.get(id) === name,
    // Otherwise a page would get everything that any of its modules could use.
    includeDependenciesRecursively: false,
  }))
  return { plugin, groups: [{ name: 'frame', test: libraries }, ...groups] }
}

/** Of a, b and c: a, b, a-b, c, a-c, b-c, a-b-c. */
function combinations(names: string[]): string[] {
  const all: string[] = []
  for (const name of names) all.push(name, ...all.map((one) => `${one}-${name}`))
  return all
}
