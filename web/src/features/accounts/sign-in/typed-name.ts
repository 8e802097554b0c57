let typed = ''

/** What was typed as a username. It is remembered in memory only, until the member is signed in. */
export function rememberName(name: string): void {
  typed = name
}

export function typedName(): string {
  return typed
}

/** The reset of a password takes over only what can be an address. */
export function typedAddress(): string {
  return typed.includes('@') ? typed : ''
}

/** Sign-in takes the address back, unless a username was typed there. */
export function rememberAddress(address: string): void {
  if (typed === typedAddress()) typed = address
}
