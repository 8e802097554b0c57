let typed = ''

/** Remembers the typed username, in memory only, until the member is signed in. */
export function rememberTypedName(name: string): void {
  typed = name
}

export function typedName(): string {
  return typed
}

/** Returns the typed name if it can be an address, because a password reset needs one. */
export function typedAddress(): string {
  return typed.includes('@') ? typed : ''
}

/** Passes an address back to sign-in, unless a username was typed there. */
export function rememberTypedAddress(address: string): void {
  if (typed === typedAddress()) typed = address
}
