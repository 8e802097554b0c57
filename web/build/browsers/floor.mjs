import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The oldest browsers of docs/decisions/0043-browsers.md, as the tables of MDN name them. */
const floor = {
  chrome: 90,
  chrome_android: 90,
  safari: 15.4,
  safari_ios: 15.4,
  firefox: 100,
  firefox_android: 100,
  samsunginternet_android: 16,
}

const tables = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
export const { api, css, javascript } = JSON.parse(readFileSync(tables, 'utf8'))

/** Returns whether a browser of the floor lacks the feature, or has it only with a prefix or after a change of settings. */
export function isTooNew(feature) {
  const support = feature?.__compat?.support
  return (
    support !== undefined && Object.entries(floor).some(([name, version]) => !isIn(support[name], version))
  )
}

function isIn(statements = [], version) {
  return [statements].flat().some((statement) => {
    if (statement.flags || statement.prefix || statement.alternative_name) return false
    return hasCome(statement.version_added, version) && !hasCome(statement.version_removed, version)
  })
}

/** The tables also say `false`, `preview` and `≤37`. */
const hasCome = (since, version) => Number.parseFloat(String(since).replace('≤', '')) <= version
