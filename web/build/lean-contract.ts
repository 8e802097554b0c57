import type { Plugin } from 'vite'

type Edit = { start: number; end: number; text: string }
type Node = { type: string; start: number; end: number }

const schemaNames = new Set(['params', 'query', 'body', 'form', 'reply'])

/**
 * The browser only needs to know where a call goes; its schemas are types there. Without them, and with every
 * schema nobody imports marked as droppable, zod (27 kB gz) stays out of pages that validate nothing with it.
 * A form that wants a schema imports it by name. `endpoint.body` is undefined in the browser, in dev as well.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler(code) {
        const edits = this.parse(code).body.flatMap((statement) => {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declared?.type !== 'VariableDeclaration') return []
          return declared.declarations.flatMap(({ init }) => {
            if (init?.type === 'NewExpression') return droppable(init)
            if (init?.type !== 'CallExpression') return []
            const described = init.arguments[0]
            const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
            if (!isEndpoint || described?.type !== 'ObjectExpression') return droppable(init)
            const schemas = described.properties.flatMap((property) =>
              property.type === 'Property' &&
              property.key.type === 'Identifier' &&
              schemaNames.has(property.key.name)
                ? [{ start: property.value.start, end: property.value.end, text: 'undefined' }]
                : [],
            )
            return [...droppable(init), ...schemas]
          })
        })
        return { code: applied(edits, code), map: null }
      },
    },
  }
}

function droppable({ start, end }: Node): Edit[] {
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => ' },
    { start: end, end, text: ')()' },
  ]
}

function applied(edits: Edit[], code: string): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
