import { expect, test } from 'vitest'
import { tooNewInScript } from './scripts.mjs'
import { tooNewInStyle } from './styles.mjs'

test.each([
  ['AbortSignal.any([a, b])', 'AbortSignal.any'],
  ['URL.canParse(text)', 'URL.canParse'],
  ['Map.groupBy(list, key)', 'Map.groupBy'],
  ['list.toSorted()', '.toSorted'],
  ['list.at(-1)', '.at'],
  ['function f(x) { return window.structuredClone(x) }', 'structuredClone'],
  ['const copy = { value: structuredClone(x) }', 'structuredClone'],
  ['new Intl.Segmenter("en")', 'Intl.Segmenter'],
  ['navigator.setAppBadge(2)', 'navigator.setAppBadge'],
  ['requestIdleCallback(f)', 'requestIdleCallback'],
  ['x.replace(/(?<=a)b/, "")', 'lookbehind'],
  ['new RegExp(`(?<!a)b`)', 'lookbehind'],
  ['class A { static { f() } }', 'class static block'],
  ['class A { #a; static is(o) { return #a in o } }', '#name in object'],
])('finds in a script: %s', (code, feature) => {
  expect(tooNewInScript(code)).toEqual([feature])
})

test.each([
  'AbortSignal.any?.([a])',
  'navigator.setAppBadge?.(2)',
  'if ("setAppBadge" in navigator) navigator.setAppBadge(2)',
  'const f = `canParse` in URL ? URL.canParse : other',
  'function f(e) { if (!e.checkVisibility) return; list.forEach((one) => one.checkVisibility()) }',
  'typeof structuredClone === "function" && structuredClone(x)',
  'const { structuredClone: copy, any } = mine; mine.any([1]); mine.structuredClone; ({ scheduler: 1 })',
  'list.map(f).flat(); Object.fromEntries(list); a?.b ?? c; a ||= b; class A { #a = 1; static b = 2 }',
  'new URL(x).searchParams.get("a"); Promise.any(list); "a".replaceAll("b", "c")',
])('accepts a script: %s', (code) => {
  expect(tooNewInScript(code)).toEqual([])
})

test('does not take a question in another function for one here', () => {
  const other = 'function isKnown() { return "canParse" in URL }; '
  expect(tooNewInScript(`${other} function parse(x) { return URL.canParse(x) }`)).toEqual(['URL.canParse'])
})

test.each([
  ['a:has(b){color:red}', 'a:has(b)'],
  ['._x1:is(b):user-invalid{color:red}', '.x:is(b):user-invalid'],
  ['a{height:100dvh}', 'height: 100dvh'],
  ['a{height:var(--h);height:calc(100dvh - var(--h))}', 'height: calc(100dvh - var(--h))'],
  ['a{color:color-mix(in srgb,red,blue)}', 'color: color-mix(in srgb,red,blue)'],
  ['a{text-wrap:balance}', 'text-wrap'],
  ['a{& b{color:red}}', 'nesting in a'],
  ['@layer x{a:has(b){color:red}}', '@layer x'],
  ['@media (width>=400px){a{color:red}}', '@media (width>=400px)'],
  ['@supports not (height:1dvh){a{height:1dvh}}', 'height: 1dvh'],
])('finds in a style: %s', (text, feature) => {
  expect(tooNewInStyle(text)).toEqual([feature])
})

test.each([
  'a{height:100vh;height:100dvh}',
  '@supports (height:1dvh){a{height:calc(100dvh - var(--h))}}',
  '@supports selector(:has(a)){a:has(b){color:red}}',
  'a:hover{background:color-mix(in srgb,red,blue)}',
  'a{-webkit-user-select:none;user-select:none}',
  '@media (min-width:400px) and (prefers-contrast:more){a:is(b):focus-visible{inset:0;gap:1px}}',
])('accepts a style: %s', (text) => {
  expect(tooNewInStyle(text)).toEqual([])
})
