/** Works on one after the other. One that fails does not stop the others: the errors are thrown together at the end. */
export async function tryEach<T>(
  things: Iterable<T>,
  work: (thing: T) => Promise<unknown>,
  failed: string,
): Promise<void> {
  const errors: unknown[] = []
  for (const thing of things) await work(thing).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} ${failed}`)
}
