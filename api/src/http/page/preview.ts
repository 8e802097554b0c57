import type { FastifyRequest } from 'fastify'
import type { Deps } from '#api/deps.ts'
import { toApiError } from '#api/http/errors.ts'
import { addressKey, limit } from '#api/http/auth/rate-limits.ts'

/** Holds what the server renders for link previews and for readers before the script has loaded. */
export type Preview = {
  pattern: RegExp
  preview: (match: RegExpExecArray) => Promise<PreviewHtml>
}

type PreviewHtml = {
  /** Holds the HTML that replaces the page's own title and description. */
  head: string
  /** Holds the HTML inside the app's root, which the app replaces. */
  root: string
  style: string
}

type PreviewResult = { status: number; headers?: Record<string, string>; previewed?: PreviewHtml }

/**
 * Finds the preview of a page. An error becomes the status of the page without a preview; the app then shows the error
 * itself.
 */
export async function findPreview(
  deps: Pick<Deps, 'settings' | 'counters'>,
  previews: Preview[],
  path: string,
  { ip, log }: FastifyRequest,
): Promise<PreviewResult> {
  for (const { pattern, preview } of previews) {
    const match = pattern.exec(path)
    if (match === null) continue
    try {
      await limit(deps, 'anonymous', addressKey(ip))
      return { status: 200, previewed: await preview(match) }
    } catch (error) {
      const apiError = toApiError(error)
      if (apiError === null) log.error({ err: error }, 'no preview')
      return { status: apiError?.status ?? 500, headers: apiError?.extra.headers }
    }
  }
  return { status: 200 }
}

export const titlePattern = /<title>[^<]*<\/title>/
export const descriptionPattern = /<meta\s+name="description"[^>]*>/
export const rootElement = '<div id="root"></div>'

export function insertPreview(page: string, { head, root, style }: PreviewHtml, nonce: string): string {
  // The replacements are functions, because a replacement string would interpret `$&` in what members have written.
  return page
    .replace(descriptionPattern, '')
    .replace(titlePattern, () => `${head}<style nonce="${nonce}">${style}</style>`)
    .replace(rootElement, () => `<div id="root">${root}</div>`)
}
