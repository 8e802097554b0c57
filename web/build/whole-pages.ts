import type { Plugin, Rolldown } from 'vite'

/** In one file, since every page needs them. */
const libraries =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?:history|react-router|react-store|router-core|store))\//
/** Their imports are followed. Not those of other libraries, of which little is used: the bundler knows better what. */
const followed = /web\/src\/|node_modules\/lucide-react\//
/** Included, but their imports are not followed: the schemas that the forms of other pages use are not needed. */
const taken = /contract\/src\//

/** `next`: opened less often; what they need beside the first ones is split in the same way. */
type Pages = { start: RegExp; first: Record<string, RegExp[]>; next: Record<string, RegExp[]> }

/**
 * The code of the pages that are opened first comes in few files: the libraries, what the same of these pages share, and the
 * rest of each. That compresses better than many small chunks, and few files load faster than fifty on a slow connection. No
 * two files import each other, so that nothing runs before what it depends on.
 */
export function wholePages({ start, first, next }: Pages) {
  const chunkOf = new Map<string, string>()

  const plugin: Plugin = {
    name: 'whole-pages',
    apply: 'build',
    buildEnd() {
      const neededBy = (entries: RegExp[]) => modulesOf(this, entries)
      const atStart = new Set(neededBy([start]))
      chunkOf.clear()
      for (const [name, entries] of Object.entries(first)) {
        for (const id of neededBy(entries)) {
          const others = chunkOf.get(id)
          if (!atStart.has(id)) chunkOf.set(id, others === undefined ? name : `${others}-${name}`)
        }
      }
      const inFirst = new Set(chunkOf.keys())
      for (const [name, entries] of Object.entries(next)) {
        // Not the contract: what it imports itself is not followed, and the pages before would load this file for it.
        const own = neededBy(entries).filter((id) => followed.test(id))
        for (const id of own) {
          const others = chunkOf.get(id)
          if (!atStart.has(id) && !inFirst.has(id))
            chunkOf.set(id, others === undefined ? name : `${others}-${name}`)
        }
      }
    },
  }
  const names = [...combinations(Object.keys(first)), ...combinations(Object.keys(next))]
  const groups = names
    .map((name) => ({ name, test: (id: string) => chunkOf.get(id) === name }))
    // Otherwise a page would get everything that any of its modules could use.
    .map((group) => ({ ...group, includeDependenciesRecursively: false }))
  return {
    plugin,
    groups: [{ name: 'frame', test: libraries }, ...groups],
  }
}

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>

/** The modules that match, and what they import. */
function modulesOf(graph: Graph, entries: RegExp[]): string[] {
  const ids = [...graph.getModuleIds()]
  const needed = new Set(ids.filter((id) => entries.some((entry) => entry.test(id))))
  for (const id of needed) {
    if (!followed.test(id)) continue
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) needed.add(next)
  }
  return [...needed].filter((id) => followed.test(id) || taken.test(id))
}

/** Of a, b and c: a, b, a-b, c, a-c, b-c, a-b-c. */
function combinations(names: string[]): string[] {
  const all: string[] = []
  for (const name of names) all.push(name, ...all.map((one) => `${one}-${name}`))
  return all
}
