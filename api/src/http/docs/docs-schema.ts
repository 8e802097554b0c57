import { z } from 'zod'

/** The parts of a JSON schema that the page shows. */
export const Shape = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  required: z.array(z.string()).optional(),
  enum: z.array(z.unknown()).optional(),
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof Shape>> {
    return z.record(z.string(), Shape).optional()
  },
  get items(): z.ZodOptional<typeof Shape> {
    return Shape.optional()
  },
  get anyOf(): z.ZodOptional<z.ZodArray<typeof Shape>> {
    return z.array(Shape).optional()
  },
  get oneOf(): z.ZodOptional<z.ZodArray<typeof Shape>> {
    return z.array(Shape).optional()
  },
})
export type Shape = z.output<typeof Shape>

const Content = z.object({ content: z.record(z.string(), z.object({ schema: Shape })).optional() })

export const Call = z.object({
  summary: z.string().default(''),
  description: z.string().default(''),
  tags: z.array(z.string()).default([]),
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema: Shape }),
    )
    .default([]),
  requestBody: Content.optional(),
  responses: z.record(z.string(), Content),
})
export type Call = z.output<typeof Call>

export const OpenApiDocument = z.object({
  info: z.object({ title: z.string(), description: z.string().default('') }),
  paths: z.record(z.string(), z.record(z.string(), Call)),
  components: z.object({ schemas: z.record(z.string(), Shape).default({}) }),
})

export function shapeOf(content: z.output<typeof Content> | undefined): Shape | undefined {
  const {
    'application/json': json,
    'multipart/form-data': form,
    'text/event-stream': events,
  } = content?.content ?? {}
  return (json ?? form ?? events)?.schema
}

/** One line in a list of fields. The path is written as a caller would write it. */
export type Field = { path: string; shape: Shape; isRequired: boolean }

/** Lists nested fields too, but not those of a named shape, which has its own section on the page. */
export function fieldsOf(shape: Shape, path = ''): Field[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
    const field = { path: path + name, shape: inner, isRequired: shape.required?.includes(name) ?? false }
    return [field, ...fieldsOf(inner, `${field.path}.`), ...fieldsOf(inner.items ?? {}, `${field.path}[].`)]
  })
}

export const nameOfRef = (ref: string) => ref.replace('#/components/schemas/', '')

/** Returns the constraints of a shape as text. */
export function rulesOf(shape: Shape): string[] {
  const branches = [shape, ...(shape.anyOf ?? []), ...(shape.oneOf ?? [])]
  return branches.flatMap((branch) => [
    ...(branch.enum ? [`one of ${branch.enum.map((value) => JSON.stringify(value)).join(', ')}`] : []),
    ...Object.entries(ruleTexts).flatMap(([keyword, textOf]) =>
      branch[keyword] === undefined ? [] : [textOf(branch[keyword])],
    ),
  ])
}

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const counted = (value: unknown, word: string) => `${plain(value)} ${word}${value === 1 ? '' : 's'}`

const ruleTexts: Record<string, (value: unknown) => string> = {
  const: (value) => `always ${JSON.stringify(value)}`,
  format: (value) => `format ${plain(value)}`,
  minLength: (value) => `at least ${counted(value, 'character')}`,
  maxLength: (value) => `at most ${counted(value, 'character')}`,
  minimum: (value) => `from ${plain(value)}`,
  exclusiveMinimum: (value) => `above ${plain(value)}`,
  maximum: (value) => `up to ${plain(value)}`,
  exclusiveMaximum: (value) => `below ${plain(value)}`,
  multipleOf: (value) => `a multiple of ${plain(value)}`,
  minItems: (value) => `at least ${counted(value, 'item')}`,
  maxItems: (value) => `at most ${counted(value, 'item')}`,
  pattern: (value) => `pattern ${plain(value)}`,
  default: (value) => `${JSON.stringify(value)} if absent`,
}
