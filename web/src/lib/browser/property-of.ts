/** Reads a property of a value that may be anything, such as one from the storage. */
export function propertyOf(thing: unknown, name: string): unknown {
  return typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined
}
