import type { Plugin, Rolldown } from 'vite'

/** Patterns of paths, and the modules under web/src that are shown there. */
type Routes = Record<string, string[]>

/**
 * Writes preloads.json: for each pattern the tags of all files that its page needs beside those of index.html. The server adds
 * them to the page, so that the browser loads everything at once instead of finding one file in another.
 */
export function routePreloads(routes: Routes): Plugin {
  return {
    name: 'route-preloads',
    apply: 'build',
    generateBundle: {
      // After the style sheets have their names.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const start = filesOf(chunks, (chunk) => chunk.isEntry)
        const preloads = Object.entries(routes).map(([pattern, modules]) => {
          const isShown = ({ facadeModuleId, moduleIds }: Rolldown.OutputChunk) =>
            modules.some((name) =>
              [facadeModuleId, ...moduleIds].some((id) => id?.endsWith(`/web/src/${name}`)),
            )
          const files = [...filesOf(chunks, isShown)].filter((name) => !start.has(name))
          return { pattern, tags: files.map(tagOf).join('') }
        })
        this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) })
      },
    },
  }
}

/** Of the chosen chunks and all that they import. A style sheet comes after those that its chunk imports, and so wins over them. */
function filesOf(
  chunks: Rolldown.OutputChunk[],
  isChosen: (chunk: Rolldown.OutputChunk) => boolean,
): Set<string> {
  const names = new Set<string>()
  const styles = new Set<string>()
  function add(chunk: Rolldown.OutputChunk): void {
    if (names.has(chunk.fileName)) return
    names.add(chunk.fileName)
    for (const imported of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) add(imported)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
  }
  for (const chunk of chunks.filter(isChosen)) add(chunk)
  return new Set([...styles, ...names])
}

function tagOf(file: string): string {
  const kind = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  return `<link rel="${kind}" crossorigin href="/${file}" nonce="__CSP_NONCE__">`
}
