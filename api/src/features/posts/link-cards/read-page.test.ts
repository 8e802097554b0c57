import { expect, test } from 'vitest'
import { summarizePage } from './read-page.ts'

function summary(html: string | Buffer, contentType = 'text/html; charset=utf-8') {
  const url = new URL('https://www.news.example/story/1')
  return summarizePage({ url, contentType, bytes: Buffer.from(html) })
}
const titleOf = (html: string | Buffer, contentType?: string) => summary(html, contentType)?.title

test('reads title, description and picture from the Open Graph tags', () => {
  const page = `<!doctype html><html><head><title>Plain</title>
    <meta name="twitter:title" content="Twitter"><meta property="og:title" content="Ẹ káàbọ̀ &amp; welcome">
    <META content='It’s &quot;here&quot; &#8212; now' PROPERTY='og:description' />
    <meta property=og:image content=/cover.jpg></head>`
  expect(summary(page)).toEqual({
    title: 'Ẹ káàbọ̀ & welcome',
    description: 'It’s "here" — now',
    site: 'news.example',
    image: new URL('https://www.news.example/cover.jpg'),
  })
})

test.each([
  ['<title>Plain</title><meta name="twitter:title" content="Twitter">', 'Twitter'],
  ['<title>\n  Plain\n  title </title>', 'Plain title'],
  ['<meta property="og:title" content=" "><title>Plain</title>', 'Plain'],
  ['<meta property="og:title" content="2 > 1">', '2 > 1'],
  ['<!-- <title>No</title> --><script>"<title>No</title>"</script><title>Yes</title>', 'Yes'],
  ['<title>a < b "</title>', 'a < b "'],
  ['<title>One</title><title>Two</title>', 'One'],
])('%s has the title %s', (html, title) => expect(titleOf(html)).toBe(title))

test.each([
  '',
  '<title></title>',
  '<title>\u200b</title>',
  '<title>never closed',
  '<body><title>In the body</title>',
])('%j has no title', (html) => expect(summary(html)).toBeNull())

test('keeps markup in a title as text', () => {
  const html = '<meta property="og:title" content="&lt;script&gt;alert(1)&lt;/script&gt;">'
  expect(titleOf(html)).toBe('<script>alert(1)</script>')
})

test('removes control characters and direction marks', () => {
  expect(titleOf('<title>a\u0000b&#0;c&#x202e;d\u2066e&#xd800;</title>')).toBe('a b c d e\ufffd')
})

test('cuts a long title between letters with their marks', () => {
  const title = titleOf(`<title>${'ọ̀'.repeat(400)}</title>`) ?? ''
  expect(title).toBe(`${'ọ̀'.repeat(150)}…`)
})

test.each([
  ['text/html; charset=iso-8859-1', Buffer.from('<title>caf\xe9</title>', 'latin1'), 'café'],
  ['text/html', Buffer.from('<meta charset="windows-1252"><title>\x93hi\x94</title>', 'latin1'), '“hi”'],
  ['text/html; charset=utf-16le', Buffer.from('<title>wide</title>', 'utf16le'), 'wide'],
  ['text/html; charset=klingon', Buffer.from('<title>Ọjà</title>'), 'Ọjà'],
  ['text/html', Buffer.from('<title>caf\xe9</title>', 'latin1'), 'caf\ufffd'],
])('%s', (contentType, bytes, title) => expect(titleOf(bytes, contentType)).toBe(title))

// Each of these would take minutes if the time were quadratic in the length.
test.each([
  '<!--',
  '<script>',
  '<title>',
  '<meta ',
  '<meta a="',
  "<meta a='",
  '<',
  '</',
  '<meta content=',
  'a ',
  '&amp;',
])('reads half a megabyte of %j in a short time', (piece) => {
  for (const start of ['', '<meta ']) {
    expect(summary(start + piece.repeat(512_000 / piece.length))).toBeNull()
    expect(summary(`${start + piece.repeat(512_000 / piece.length)}>`)).toBeNull()
  }
})
