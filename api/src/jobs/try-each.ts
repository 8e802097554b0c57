/** Runs one task after the other. A failing task does not stop the others: the errors are thrown together at the end. */
export async function tryEach<T>(
  tasks: Iterable<T>,
  run: (task: T) => Promise<unknown>,
  failureText: string,
): Promise<void> {
  const errors: unknown[] = []
  for (const task of tasks) await run(task).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} ${failureText}`)
}
