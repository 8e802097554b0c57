/** Replaces localStorage or sessionStorage for the code under test, and gives access to its content. */
export function memoryStorage() {
  const items = new Map<string, string>()
  const area = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
  return { items, area }
}
