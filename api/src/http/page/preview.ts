import type { FastifyRequest } from 'fastify'
import type { Deps } from '#api/deps.ts'
import { toApiError } from '#api/http/errors.ts'
import { addressKey, limit } from '#api/http/auth/rate-limits.ts'

/** Holds what the server renders for link previews and for readers before the script has loaded. */
export type Preview = {
  pattern: RegExp
  /** Returns null for a page that is sent as it is. */
  preview: (match: RegExpExecArray) => Promise<PreviewHtml | null>
  /** The picture for link previews at `/share-card/{kind}/{id}.jpg`. */
  card?: {
    kind: CardKind
    /** Returns the picture's address, or null if visitors may see none. */
    findPicture: (id: number) => Promise<string | null>
  }
}

export type CardKind = 'post' | 'group' | 'item' | 'member'

type PreviewHtml = {
  /** Holds the HTML that replaces the page's own title and description. */
  head: string
  /** What the app replaces inside its root; without it the root is as on every page. */
  body?: { root: string; style: string }
}

type PreviewResult = { status: number; headers?: Record<string, string>; previewed?: PreviewHtml | null }

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

export function insertPreview(page: string, { head, body }: PreviewHtml, nonce: string): string {
  // The replacements are functions, because a replacement string would interpret `$&` in what members have written.
  const style = body === undefined ? '' : `<style nonce="${nonce}">${body.style}</style>`
  const shown = page.replace(descriptionPattern, '').replace(titlePattern, () => head + style)
  return body === undefined ? shown : shown.replace(rootElement, () => `<div id="root">${body.root}</div>`)
}
