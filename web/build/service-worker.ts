import { hash } from 'node:crypto'
import { build, type Plugin, type Rolldown } from 'vite'

const path = '/service-worker.js'

/** What the service worker must know of the build that it belongs to. web/src/service-worker/scope.ts says more. */
type Build = { version: string; entry: string; first: string[]; later: string[] }

/**
 * Builds the service worker with the list of the files of the app. It is a classic script, because the oldest browsers know no
 * workers that are modules. Of the code that is loaded on demand, `stored` are the modules that every device stores at once.
 */
export function serviceWorker(stored: RegExp[]): Plugin {
  return {
    name: 'service-worker',
    generateBundle: {
      // After the style sheets have their names.
      order: 'post',
      async handler(_, bundle) {
        const source = await serviceWorkerScript(readBuild(Object.values(bundle), stored))
        this.emitFile({ type: 'asset', fileName: path.slice(1), source })
      },
    },
    configureServer(server) {
      server.middlewares.use(path, async (_, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(await serviceWorkerScript(null))
      })
    },
  }
}

export async function serviceWorkerScript(BUILD: Build | null): Promise<string> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify(BUILD) },
    build: {
      write: false,
      target: ['chrome90', 'safari15.4', 'firefox100'],
      rolldownOptions: { input: '../src/service-worker/main.ts', output: { format: 'iife' } },
    },
  })
  const [script] = 'output' in built ? built.output : []
  if (script?.type !== 'chunk') throw new Error('The service worker was not built.')
  return script.code
}

type File = Rolldown.OutputChunk | Rolldown.OutputAsset

function readBuild(files: File[], stored: RegExp[]): Build {
  const chunks = files.filter((file) => file.type === 'chunk')
  const fonts = files.filter(({ fileName }) => fileName.endsWith('.woff2'))
  const start = chunks.find(({ isEntry }) => isEntry)
  if (start === undefined) throw new Error('The app has no entry.')
  const isStored = ({ facadeModuleId, moduleIds }: Rolldown.OutputChunk) =>
    (facadeModuleId === null ? moduleIds : [facadeModuleId]).some((id) =>
      stored.some((pattern) => pattern.test(id)),
    )
  const reached = reachedFrom(start, chunks, isStored)
  const all = [...chunks.flatMap(filesOf), ...fonts.map(pathOf)]
  const first = unique([...reached.flatMap(filesOf), ...fonts.map(pathOf)])
  const later = unique(all).filter((name) => !first.includes(name))
  return {
    version: hash('sha256', all.join(' '), 'base64url').slice(0, 12),
    entry: pathOf(start),
    first,
    later,
  }
}

/** What a chunk imports at once, and what is stored of that which it imports on demand. */
function reachedFrom(
  start: Rolldown.OutputChunk,
  chunks: Rolldown.OutputChunk[],
  isStored: (chunk: Rolldown.OutputChunk) => boolean,
): Rolldown.OutputChunk[] {
  const reached = new Set([start])
  for (const { imports, dynamicImports } of reached) {
    for (const chunk of chunks) {
      const isNext = imports.includes(chunk.fileName)
      if (isNext || (dynamicImports.includes(chunk.fileName) && isStored(chunk))) reached.add(chunk)
    }
  }
  return [...reached]
}

const filesOf = (chunk: Rolldown.OutputChunk) => [
  pathOf(chunk),
  ...[...(chunk.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`),
]
const pathOf = ({ fileName }: { fileName: string }) => `/${fileName}`
const unique = (names: string[]) => [...new Set(names)]
