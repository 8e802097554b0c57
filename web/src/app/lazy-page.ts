import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { MissingChunk } from '#web/lib/net/missing-chunk.ts'

/**
 * If a chunk cannot be loaded, the router reloads the whole page, which without a connection ends on the error page of the
 * browser. As an error of another class it reaches our error page, which checks the connection first.
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

type LoadPage = () => Promise<RouteComponent>

/**
 * Returns pages of one of the tables in `pages/lazy`, by name. The router imports only the table: an import of a page lists every
 * file that the page needs, and visitors who only sign in would load these lists.
 */
export function lazyPages<Name extends string>(loadTable: () => Promise<Record<Name, LoadPage>>) {
  return (name: Name) => lazyPage(async () => ({ Page: await (await loadTable())[name]() }), 'Page')
}
