import { minify } from 'terser'
import type { Plugin } from 'vite'

/**
 * In these chunks, functions and values that are used once are written where they are used, which Vite's own minifier does not
 * do; that comes after, and shortens the names. Only in those of a first visit, since it takes seconds, and not in the
 * libraries, where it finds next to nothing.
 */
export function compressMore(names: RegExp): Plugin {
  return {
    name: 'compress-more',
    apply: 'build',
    async renderChunk(code, { name }) {
      if (!names.test(name)) return null
      const result = await minify(code, {
        module: true,
        ecma: 2020,
        compress: { passes: 2 },
        mangle: false,
      })
      return { code: result.code ?? code, map: null }
    },
  }
}
