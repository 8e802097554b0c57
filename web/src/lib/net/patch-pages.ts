import type { InfiniteData } from '@tanstack/react-query'

/** Returns the same pages with changed content. */
export function patchPages<Page extends { content: unknown[] }, Param>(
  data: InfiniteData<Page, Param>,
  change: (content: Page['content']) => Page['content'],
): InfiniteData<Page, Param> {
  return { ...data, pages: data.pages.map((page) => ({ ...page, content: change(page.content) })) }
}
