type StatementSummary = { operation: string; summary: string }

const maxKnown = 500
const firstWord = /^[\s(]*([a-z]+)/i
const firstTable = /\b(?:from|into|update|join)\s+(?:only\s+)?((?:"?[a-z_]\w*"?\.)?"?[a-z_]\w*"?)/i

/**
 * The first keyword and the first table of a statement: `select posts`. Only names can match, never a value. In front of a
 * long statement with several parts this is enough to find it.
 */
export function statementSummaries(): (sql: string) => StatementSummary {
  const known = new Map<string, StatementSummary>()
  return (sql) => {
    const found = known.get(sql) ?? summarize(sql)
    if (known.size < maxKnown) known.set(sql, found)
    return found
  }
}

function summarize(sql: string): StatementSummary {
  const operation = firstWord.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
  const table = firstTable.exec(sql)?.[1]?.replaceAll('"', '')
  return { operation, summary: table ? `${operation} ${table}` : operation }
}
