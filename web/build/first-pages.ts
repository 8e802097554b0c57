import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type UserConfig } from 'vite'
import { leanIcons } from './lean-icons.ts'

type FirstPage = { pattern: string; html: string }

/**
 * Writes first-pages.json: for each pattern of paths the HTML of its page, which the server puts into the page where the app
 * will be. The pages are rendered by React from the same components, with the same class names.
 */
export function firstPages(entry: string, css: UserConfig['css']): Plugin {
  return {
    name: 'first-pages',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async generateBundle() {
      const source = JSON.stringify(await renderPages(this.environment.config.root, entry, css))
      this.emitFile({ type: 'asset', fileName: 'first-pages.json', source })
    },
  }
}

async function renderPages(root: string, entry: string, css: UserConfig['css']): Promise<FirstPage[]> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), leanIcons()],
    css,
    publicDir: false,
    // In one file that needs nothing beside it, wherever packages are.
    ssr: { noExternal: true },
    build: { ssr: entry, write: false, minify: false, rolldownOptions: { output: { codeSplitting: false } } },
  })
  const [result] = [output].flat()
  if (result === undefined || !('output' in result)) throw new Error('The first pages were not built.')
  const folder = await mkdtemp(join(tmpdir(), 'rs-first-pages-'))
  try {
    const file = join(folder, 'first-pages.mjs')
    await writeFile(file, result.output[0].code)
    const module: { renderFirstPages: () => FirstPage[] } = await import(pathToFileURL(file).href)
    return module.renderFirstPages()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
