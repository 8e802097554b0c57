/** An account that is not verified yet. `emailAddress` is the one to which its mail should go, if it was typed already. */
export type PendingAccount = { username: string; userSecret: string; emailAddress: string | null }

let passed: PendingAccount | null = null

/** Passes the typed name and password on to the page that corrects the address. They are in memory only. */
export function passAccount(account: PendingAccount): void {
  passed = account
}

export function passedAccount(): PendingAccount | null {
  return passed
}

export function forgetAccount(): void {
  passed = null
}
