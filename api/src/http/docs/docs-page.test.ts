import { describe, expect, test } from 'vitest'
import { sharedApp } from '#api/test/shared-app.ts'
import { docsPage } from './docs-page.ts'

const app = await sharedApp()
const response = await fetch(`${app.url}/api/docs`)
expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
const html = await response.text()

const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found)

describe('the readable page of the API', () => {
  test('shows every endpoint with method, path and access', () => {
    const headings = all(/<h3 id="call-[^"]+">(.*?)<\/h3>/g).map((heading) =>
      heading.replaceAll(/<[^>]+>/g, ''),
    )
    const served = app.served.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(headings.toSorted()).toEqual(served.toSorted())
    const access = all(/(<strong>Access:<\/strong> (?:Anyone|Members|Moderators|Admins|Super))/g)
    expect(access).toHaveLength(served.length)
  })

  test('has one target for every internal link', () => {
    const ids = all(/ id="([^"]+)"/g)
    const links = all(/href="#([^"]+)"/g)
    expect(new Set(ids).size).toBe(ids.length)
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((link) => !ids.includes(link))).toEqual([])
    expect(html).toContain('href="/api/openapi.json"')
  })

  test('has one h1 and skips no heading level', () => {
    const levels = all(/<h([1-6])/g).map(Number)
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels[0]).toBe(1)
    levels.reduce((above, level) => {
      expect(level - above).toBeLessThanOrEqual(1)
      return level
    })
  })

  test('closes every element', () => {
    const stack: string[] = []
    const empty = new Set(['meta', 'br', '!doctype'])
    for (const [, slash, name = ''] of html
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .matchAll(/<(\/?)([!a-z][a-z0-9]*)\b[^>]*>/gi)) {
      if (empty.has(name.toLowerCase())) continue
      if (slash === '') stack.push(name)
      else expect(stack.pop()).toBe(name)
    }
    expect(stack).toEqual([])
  })

  test('shows fields, rules and optional fields', () => {
    const signUp = /<h3 id="call-post-create-user">[\s\S]*?<\/article>/.exec(html)?.[0] ?? ''
    expect(signUp).toMatch(/<code>cipherCode<\/code>[\s\S]*?string <span class="chip must">required<\/span>/)
    expect(signUp).toContain('at least 8 characters · at most 128 characters')
    expect(signUp).toContain('pattern ^[A-Za-z0-9_.]{3,30}$')
    expect(signUp).toMatch(
      /<code>message<\/code><\/dt><dd>string <span class="chip may">may be absent<\/span>/,
    )
    expect(html).toMatch(/<code>data\.content<\/code><\/dt><dd>array of <a href="#shape-group">Group<\/a>/)
    expect(html).toContain('one of &quot;USER&quot;, &quot;ADMIN&quot;, &quot;SUPERADMIN&quot;')
    expect(html).toContain('20 if absent')
  })
})

test('escapes text of the document', () => {
  const nasty = `<script>alert('x')</script>"'&`
  const schema = {
    type: 'object',
    properties: { [nasty]: { type: nasty, description: nasty, enum: [nasty], pattern: nasty } },
  }
  const content = { 'application/json': { schema } }
  const { html: page } = docsPage({
    info: { title: nasty, description: nasty },
    paths: {
      [`/${nasty}`]: {
        post: {
          summary: nasty,
          description: `Access: member. ${nasty}`,
          tags: [nasty],
          parameters: [
            { name: nasty, in: nasty, required: true, schema: { $ref: `#/components/schemas/${nasty}` } },
          ],
          requestBody: { content },
          responses: { 200: { content } },
        },
      },
    },
    components: { schemas: { [nasty]: schema } },
  })
  expect(page).toContain('&lt;script&gt;')
  expect(page).not.toMatch(/<script|alert\('x'\)/)
  const markup = page.replace(/<style>[\s\S]*?<\/style>/, '').replace('<!doctype html>', '')
  expect(markup.replaceAll(/<\/?[a-z0-9]+(?: [a-z-]+="[^"<>]*")*>/g, '')).not.toMatch(/[<>]/)
})
