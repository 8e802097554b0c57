import { parse } from 'postcss'
import { css, isTooNew } from './floor.mjs'

const functions = {
  ...css.types,
  ...css.types.color,
  ...css.types.gradient,
  ...css.types['transform-function'],
}
const length = css.types.length
const units = [
  [/\d(?:dv|sv|lv)(?:h|w|b|i|min|max)\b/, length.viewport_percentage_units_dynamic],
  [/\dcq(?:h|w|b|i|min|max)\b/, length.container_query_length_units],
  [/\dr?lh\b/, length.rlh],
  [/\dr?cap\b/, length.cap],
  [/\dric\b/, length.ric],
]

/** A colour under the pointer is no loss. */
const mayBeLost = /:hover/

/** What only some browsers have by design: pointers on phones, and properties with a prefix. */
const isLeftAlone = /^(?:cursor$|-(?:webkit|moz)-)/

/**
 * Lists the styles that the floor does not know and for which nothing stands in: a declaration of the same property
 * before it, or an @supports rule around it. With a variable in it a declaration needs the latter, because it is only rejected
 * when it is computed, and then replaces the one before it by nothing. Queries of media that are not known are no error.
 */
export function tooNewInStyle(text) {
  const used = []
  parse(text).walk((node) => {
    if (!isForAll(node)) return
    if (node.type === 'atrule') used.push(...newInAtRule(node))
    if (node.type === 'rule') used.push(...newInSelector(node))
    if (node.type === 'decl') used.push(...newInDeclaration(node))
  })
  return used
}

/** Returns whether browsers of the floor are asked to read the node, and not only those that know what it needs. */
function isForAll(node) {
  for (let { parent } = node; parent; { parent } = parent) {
    if (parent.type !== 'atrule') continue
    if (parent.name === 'supports' && !parent.params.startsWith('not')) return false
    // The rule itself is listed.
    if (isTooNew(css['at-rules'][parent.name])) return false
  }
  return true
}

function newInAtRule({ name, params }) {
  if (isTooNew(css['at-rules'][name])) return [`@${name} ${params}`]
  return name === 'media' && /[<>]/.test(params) ? [`@media ${params}`] : []
}

/** One selector that is not known makes a browser ignore the whole rule. */
function newInSelector({ selector, parent }) {
  if (parent.type === 'rule') return [`nesting in ${plain(parent.selector)}`]
  if (parent.name?.endsWith('keyframes')) return []
  const pseudos = [...selector.matchAll(/::?([a-z][\w-]*)/g)].map(([, name]) => name)
  return pseudos.some((name) => isTooNew(css.selectors[name])) ? [plain(selector)] : []
}

/** Class names are short and new in each build. */
const plain = (selector) => selector.replaceAll(/\._[\w-]+/g, '.x')

function newInDeclaration({ prop, value, parent }) {
  if (isLeftAlone.test(prop)) return []
  if (isTooNew(css.properties[prop])) return hasBefore(parent, `-webkit-${prop}`) ? [] : [prop]
  if (!isNewValue(prop, value)) return []
  const hasFallback = hasBefore(parent, prop) || mayBeLost.test(parent.selector)
  return hasFallback && !value.includes('var(') ? [] : [`${prop}: ${value}`]
}

const hasBefore = (rule, property) =>
  rule.nodes.some(({ type, prop, value }) => type === 'decl' && prop === property && !isNewValue(prop, value))

function isNewValue(property, value) {
  const names = [...value.matchAll(/(?<![\w-])([a-z][\w-]*)(\(?)/gi)]
  return (
    names.some(([, name, call]) => isTooNew(call ? functions[name] : css.properties[property]?.[name])) ||
    units.some(([unit, feature]) => unit.test(value) && isTooNew(feature))
  )
}
