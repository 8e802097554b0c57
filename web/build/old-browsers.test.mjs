import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../src/', import.meta.url)
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

/** Values that one of the oldest browsers ignores, in a declaration without spaces. */
const tooNew = /color-mix\(|\d[ds]vh|^contain-intrinsic-size:auto/
/** A colour under the pointer is no loss, and what `:has()` selects is lost with it. */
const mayBeLost = /:hover|:has\(/
/** Comments, and rules for browsers that know the value. */
const passedOver = /\/\*[^]*?\*\/|@supports \([^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g

test('says before each value that old browsers ignore what they take instead', () => {
  const ignored = files.flatMap((file) =>
    ignoredIn(readFileSync(new URL(file, root), 'utf8')).map((declaration) => `${file} ${declaration}`),
  )
  expect(new Set(ignored)).toEqual(
    new Set([
      // index.html measures it.
      'app/theme/tokens.css --screen:100dvh',
      // Another @supports rule in the same file replaces these.
      'features/posts/media/post-media.module.css max-height:38svh',
      'features/posts/media/post-media.module.css max-height:52svh!important',
      // The ground of a missing picture, whose mark is seen without it.
      'features/market/browse/item-grid.module.css background:color-mix(insrgb,currentcolor14%,transparent)',
    ]),
  )
})

function ignoredIn(css) {
  const rules = css.replaceAll(passedOver, '').matchAll(/([^{}]*)\{([^{}]*)\}/g)
  return [...rules].flatMap(([, selector, body]) => {
    const declarations = body.split(';').map((text) => text.replaceAll(/\s/g, ''))
    return declarations.filter(
      (declaration, at) =>
        tooNew.test(declaration) &&
        // With a variable in it, the declaration replaces those before it, and has no value.
        (declaration.includes('var(') ||
          (!mayBeLost.test(selector) && propertyOf(declarations[at - 1]) !== propertyOf(declaration))),
    )
  })
}

function propertyOf(declaration) {
  return declaration?.split(':')[0]
}
