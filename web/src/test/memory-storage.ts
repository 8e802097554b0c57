/** What localStorage or sessionStorage is to the code under test, and a look at what lies in it. */
export function memoryStorage() {
  const items = new Map<string, string>()
  const area = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
  return { items, area }
}
