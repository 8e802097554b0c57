let typed = ''

/** What stands in the field for the username. Kept while the tab lives and nowhere else, until one is signed in. */
export function keepName(name: string): void {
  typed = name
}

export function typedName(): string {
  return typed
}

/** From sign-in to the reset goes only what can be an address. */
export function typedAddress(): string {
  return typed.includes('@') ? typed : ''
}

/** And back, though never over a username. */
export function saveAddress(address: string): void {
  if (typed === typedAddress()) typed = address
}
