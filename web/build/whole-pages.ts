import type { Plugin, Rolldown } from 'vite'

/** In one file, since every page needs them. */
const libraries =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?:history|react-router|react-store|router-core|store))\//
/** Their imports are followed. Not those of other libraries, of which little is used: the bundler knows better what. */
const followed = /web\/src\/|node_modules\/lucide-react\//
/** Included, but their imports are not followed: the schemas that the forms of other pages use are not needed. */
const taken = /contract\/src\//

const queryLibrary = /node_modules\/@tanstack\/(?:query-core|react-query)\//
/** What sign-in needs of it, which it shares with home. */
const mutations = /\/(?:mutationObserver|useMutation|queryOptions)\.js$/
/** What only a few other pages need of it. */
const seldomUsed = /\/(?:queriesObserver|useQueries)\.js$/

type Pages = Record<string, RegExp[]>
type Visits = {
  start: RegExp
  /** Where most visits begin. */
  first: Pages
  /** Loaded after every page of a member. */
  live: RegExp[]
  /** Visits begin there too. */
  next: Pages
  /** Opened from the others. */
  rest: Pages
}
/** What several of the pages in `rest` need comes in one file, though not each of them needs all of it. */
const others = 'others'

/**
 * The code of the pages that are opened most comes in few files: the libraries, what the same of these pages share, and the
 * rest of each. That compresses better than many small chunks, and few files load faster than fifty on a slow connection. No
 * two files import each other, so that nothing runs before what it depends on.
 */
export function wholePages(visits: Visits) {
  let chunkOf = new Map<string, string>()

  const plugin: Plugin = {
    name: 'whole-pages',
    apply: 'build',
    buildEnd() {
      chunkOf = chunksOf(this, visits)
    },
  }
  const names = [
    ...combinations(Object.keys(visits.first)),
    'live',
    ...combinations([...Object.keys(visits.next), others]),
    ...Object.keys(visits.rest),
  ]
  const groups = [
    { name: 'start', tags: ['$initial' as const] },
    ...names.map((name) => ({ name, test: (id: string) => chunkOf.get(id) === name })),
  ]
  return {
    plugin,
    groups: [
      { name: 'frame', test: libraries },
      // Otherwise a page would get everything that any of its modules could use.
      ...groups.map((group) => ({ ...group, includeDependenciesRecursively: false })),
    ],
  }
}

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>

/** Returns the name of the chunk of each module that has one. */
function chunksOf(graph: Graph, { start, first, live, next, rest }: Visits): Map<string, string> {
  const chunkOf = new Map<string, string>()
  const neededBy = (entries: RegExp[]) => modulesOf(graph, entries)
  const assigned = new Set(neededBy([start]))
  function assign(pages: Pages, isWanted: (id: string) => boolean): void {
    for (const [name, entries] of Object.entries(pages)) {
      for (const id of neededBy(entries)) {
        const sharing = chunkOf.get(id)
        if (!assigned.has(id) && isWanted(id))
          chunkOf.set(id, sharing === undefined ? name : `${sharing}-${name}`)
      }
    }
    for (const id of chunkOf.keys()) assigned.add(id)
  }
  assign(first, () => true)
  for (const id of graph.getModuleIds())
    if (queryLibrary.test(id) && !seldomUsed.test(id))
      chunkOf.set(id, mutations.test(id) ? 'entry-square' : 'splash-square')
  // Not the contract: what it imports itself is not followed, and the pages before would load this file for it.
  assign({ live }, (id) => followed.test(id))
  assign({ ...next, [others]: Object.values(rest).flat() }, (id) => followed.test(id))
  for (const [name, entries] of Object.entries(rest)) {
    const elsewhere = new Set(neededBy(Object.values({ ...rest, [name]: [] }).flat()))
    for (const id of neededBy(entries))
      if (chunkOf.get(id) === others && !elsewhere.has(id)) chunkOf.set(id, name)
  }
  return chunkOf
}

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
