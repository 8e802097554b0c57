import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** Modules find the files beside them, such as migrations and fonts, where their source is. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null
    return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
  },
}

/** The server in few files, because to find and load a module takes about a millisecond. See scripts/build.mjs. */
export default defineConfig({
  cacheDir: '../.cache/vite-api',
  plugins: [keepUrls],
  build: { ssr: 'src/main.ts', target: 'node24', sourcemap: true },
  // Our own modules, and the packages that are many small modules. All others are loaded from node_modules.
  ssr: { noExternal: ['@rootsquare/contract', 'fastify-type-provider-zod', 'jose', 'kysely', 'zod'] },
})
