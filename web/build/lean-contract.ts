import type { Plugin } from 'vite'
import { browserFields } from '../../contract/src/lib/endpoint.ts'

type Edit = { start: number; end: number; text: string }
type Node = { type: string; start: number; end: number }

const usedByBrowser = new Set<string>(browserFields)

/**
 * The browser needs little of an endpoint; its schemas are used as types, and the rest is for the server and its docs. Without
 * the schemas, and with unused ones marked as pure, zod (27 kB gz) is not loaded on pages that validate nothing with it. A form
 * that needs a schema imports it by name: `endpoint.body` does not compile.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    transform: {
      filter: { id: /\/contract\/src\/[\w/-]+\.ts$/ },
      handler(code) {
        const edits = this.parse(code).body.flatMap((statement) => {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') return []
          return declaration.declarations.flatMap(({ init: value }) => {
            if (value?.type === 'NewExpression') return markPure(value)
            // A function that makes endpoints of one form.
            const init = value?.type === 'ArrowFunctionExpression' ? value.body : value
            if (init?.type !== 'CallExpression') return []
            const options = init.arguments[0]
            const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
            if (!isEndpoint || options?.type !== 'ObjectExpression')
              return value === init ? markPure(init) : []
            const used = options.properties.filter(
              (property) =>
                property.type !== 'Property' ||
                property.key.type !== 'Identifier' ||
                usedByBrowser.has(property.key.name),
            )
            const text = `{ ${used.map(({ start, end }) => code.slice(start, end)).join(', ')} }`
            return [...markPure(init), { start: options.start, end: options.end, text }]
          })
        })
        return { code: applyEdits(edits, code), map: null }
      },
    },
  }
}

function markPure({ start, end }: Node): Edit[] {
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => ' },
    { start: end, end, text: ')()' },
  ]
}

function applyEdits(edits: Edit[], code: string): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
