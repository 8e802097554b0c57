import { lazyRouteComponent } from '@tanstack/react-router'
import { MissingChunk } from '#web/lib/net/missing-chunk.ts'

/**
 * The router answers a part that does not arrive by loading the whole page anew, which ends on the browser's own error
 * page when the line is down. Under another name the failure reaches our error page, which asks the server first.
 */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  importer: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(async () => {
    try {
      return await importer()
    } catch (cause) {
      throw new MissingChunk(cause)
    }
  }, name)
}
