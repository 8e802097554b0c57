/**
 * The packages that the given workspaces need when they run, from the `packages` of a lock file, by name and version.
 * `isOptional` are those that npm may omit, such as binaries for other platforms.
 */
export function shippedPackages(packages, workspaces) {
  const seen = new Set()
  const visit = (path) => {
    const entry = packages[path]
    if (entry.link) return visit(entry.resolved)
    if (seen.has(path)) return
    seen.add(path)
    for (const name of needsOf(entry)) {
      const found = resolve(packages, path, name)
      if (found !== undefined) visit(found)
    }
  }
  for (const workspace of workspaces) visit(workspace)
  const found = [...seen].filter((path) => path.includes('node_modules/')).toSorted()
  // The same version may be in several folders.
  const once = new Map(found.map((path) => describe(path, packages[path])).map((one) => [one.key, one]))
  return [...once.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

/** Omits optional peers, because only our tools install them. */
function needsOf({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Resolves a package like Node: next to the package, then in each parent folder. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}

function describe(path, { version, license, optional }) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { path, name, version, key: `${name} ${version}`, licence: license, isOptional: optional === true }
}
