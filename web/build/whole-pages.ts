import type { Plugin } from 'vite'

/** What every page runs on. */
const libraries =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?:history|react-router|react-store|router-core|store))\//
/** Followed into; of a library with an index everything is imported and little is used: what, the bundler knows better. */
const followed = /web\/src\/|node_modules\/lucide-react\//
/** Taken along, but what the forms of other pages check with stays behind. */
const taken = /contract\/src\//

type Pages = { start: RegExp; first: Record<string, RegExp[]> }

/**
 * What the pages that people meet first need at once comes in few files: the libraries, what is shared by the same of
 * these pages, and the rest of each. That compresses better than the crumbs that pages happen to share, and a bad line
 * carries few files sooner than fifty. No file needs one that needs it: nothing is run before what it stands on.
 */
export function wholePages({ start, first }: Pages) {
  const placeOf = new Map<string, string>()

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
      placeOf.clear()
      for (const [name, entries] of Object.entries(first)) {
        for (const id of neededBy(entries)) {
          const others = placeOf.get(id)
          if (!atStart.has(id)) placeOf.set(id, others === undefined ? name : `${others}-${name}`)
        }
      }
    },
  }
  const groups = combinations(Object.keys(first)).map((name) => ({
    name,
    test: (id: string) => placeOf.get(id) === name,
    // Else a page would be given all that any of its modules could use.
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
