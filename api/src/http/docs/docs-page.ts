import { OpenApiDocument, fieldsOf, nameOfRef, rulesOf, shapeOf } from './docs-schema.ts'
import type { Call, Field, Shape } from './docs-schema.ts'
import { escapeHtml, pageStyle } from '#api/http/page/html.ts'

const { style, styleHash } = pageStyle(new URL('docs-page.css', import.meta.url))

type Entry = { id: string; method: string; path: string; call: Call }

/** Renders the OpenAPI document as one page without scripts or external files, and a policy that allows none. */
export function docsPage(document: unknown): { html: string; policy: string } {
  const { info, paths, components } = OpenApiDocument.parse(document)
  const entries = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({ id: idOf(method, path), method, path, call })),
  )
  const byTag = Map.groupBy(entries, ({ call }) => call.tags[0] ?? 'Other')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<h1>${escapeHtml(info.title)}</h1>
<p>${inline(info.description)}</p>
<p><a href="/api/openapi.json">openapi.json</a>: this page as an OpenAPI 3.1 document.</p>
</header>
<main>
${contents(byTag)}
<div id="calls">${[...byTag].map(([tag, calls]) => chapter(tag, calls)).join('\n')}</div>
${shapes(components.schemas)}
</main>
</body>
</html>
`
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`
  return { html, policy }
}

/** Escapes a summary and turns its `backticks` into code elements. */
function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

const anchor = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
const idOf = (method: string, path: string) => anchor(`call-${method}${path.replaceAll(/[{}]/g, '')}`)
const chip = (kind: string, text: string) => `<span class="chip ${anchor(kind)}">${escapeHtml(text)}</span>`

function contents(byTag: Map<string, Entry[]>): string {
  const chapters = [...byTag].map(([tag, calls]) => {
    const lines = calls.map(
      ({ id, method, path }) =>
        `<li><a href="#${id}">${chip(method, method.toUpperCase())} <code>${escapeHtml(path)}</code></a></li>`,
    )
    return `<li><a href="#tag-${anchor(tag)}">${escapeHtml(tag)}</a><ul>${lines.join('')}</ul></li>`
  })
  return `<nav aria-labelledby="contents"><h2 id="contents">Contents</h2>
<ul>${chapters.join('\n')}<li><a href="#shapes">Schemas</a></li></ul></nav>`
}

function chapter(tag: string, calls: Entry[]): string {
  return `<section aria-labelledby="tag-${anchor(tag)}">
<h2 id="tag-${anchor(tag)}">${escapeHtml(tag)}</h2>
${calls.map(article).join('\n')}
</section>`
}

const accessLevels: Record<string, string> = {
  public: 'Anyone',
  member: 'Members',
  moderator: 'Moderators of a group, admins',
  admin: 'Admins',
  superadmin: 'Super admins',
}

function article({ id, method, path, call }: Entry): string {
  const access = /Access: (\w+)\./.exec(call.description)?.[1] ?? ''
  const notes = call.description.replace(/Access: \w+\.\s*/, '')
  const body = shapeOf(call.requestBody)
  const reply = shapeOf(call.responses['200'])
  return `<article aria-labelledby="${id}">
<h3 id="${id}">${chip(method, method.toUpperCase())} <code>${escapeHtml(path)}</code></h3>
<p>${inline(call.summary)}</p>
<p><strong>Access:</strong> ${escapeHtml(accessLevels[access] ?? access)}${notes === '' ? '' : ` · ${inline(notes)}`}</p>
${fieldList('Parameters', parametersOf(call))}
${body ? fieldList('Body', topFields(body)) + rawSchema('Schema of the body', body) : ''}
${reply ? fieldList('Reply', topFields(reply), 'response') + rawSchema('Schema of the reply', reply) : ''}
</article>`
}

function parametersOf({ parameters }: Call): Field[] {
  return parameters.map(({ name, in: place, required, schema }) => ({
    path: `${name} (${place})`,
    shape: schema,
    isRequired: required,
  }))
}

/** Returns the fields of a shape. A shape without fields (an array, a reference) becomes one line. */
function topFields(shape: Shape): Field[] {
  const fields = fieldsOf(shape)
  return fields.length > 0 ? fields : [{ path: 'body', shape, isRequired: true }]
}

/** Decides which mark a field gets: requests mark the required fields, responses the optional ones. */
type Direction = 'request' | 'response'

function fieldList(heading: string, fields: Field[], direction: Direction = 'request'): string {
  if (fields.length === 0) return ''
  return `<h4>${heading}</h4>\n${lines(fields, direction)}`
}

function lines(fields: Field[], direction: Direction): string {
  return `<dl>${fields.map((field) => fieldLine(field, direction)).join('\n')}</dl>`
}

function presence(isRequired: boolean, direction: Direction): string {
  if (direction === 'request') return isRequired ? chip('must', 'required') : ''
  return isRequired ? '' : chip('may', 'may be absent')
}

function fieldLine({ path, shape, isRequired }: Field, direction: Direction): string {
  const rules = [...rulesOf(shape), ...rulesOf(shape.items ?? {})]
  const parts = [
    typeOf(shape),
    presence(isRequired, direction),
    rules.length > 0 ? `<span class="rules">${escapeHtml(rules.join(' · '))}</span>` : '',
    shape.description ? `<br>${inline(shape.description)}` : '',
  ]
  return `<div><dt><code>${escapeHtml(path)}</code></dt><dd>${parts.filter(Boolean).join(' ')}</dd></div>`
}

function typeOf(shape: Shape): string {
  if (shape.$ref) {
    const name = nameOfRef(shape.$ref)
    return `<a href="#shape-${anchor(name)}">${escapeHtml(name)}</a>`
  }
  const branches = shape.anyOf ?? shape.oneOf
  if (branches) return [...new Set(branches.map(typeOf))].join(' or ')
  if (shape.items) return `array of ${typeOf(shape.items)}`
  return escapeHtml([shape.type ?? 'any'].flat().join(' or '))
}

function rawSchema(title: string, shape: Shape): string {
  const schema = escapeHtml(JSON.stringify(shape, null, 2))
  return `<details><summary>${title}</summary><pre tabindex="0">${schema}</pre></details>`
}

function shapes(schemas: Record<string, Shape>): string {
  const articles = Object.entries(schemas).map(([name, shape]) => {
    const id = `shape-${anchor(name)}`
    return `<article aria-labelledby="${id}"><h3 id="${id}">${escapeHtml(name)}</h3>
${shape.description ? `<p>${inline(shape.description)}</p>` : ''}
${lines(topFields(shape), 'response')}${rawSchema('Schema', shape)}</article>`
  })
  return `<section aria-labelledby="shapes"><h2 id="shapes">Schemas</h2>\n${articles.join('\n')}</section>`
}
