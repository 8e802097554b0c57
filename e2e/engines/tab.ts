/**
 * What each program that drives a browser can do. Scripts are bodies of functions; those that find something return an
 * element, or null.
 */
export type Tab = {
  goto: (url: string) => Promise<void>
  url: () => Promise<string>
  run: (script: string) => Promise<unknown>
  /** Returns whether it was found. */
  press: (find: string) => Promise<boolean>
  type: (find: string, text: string) => Promise<boolean>
  /** Errors of scripts, where the program tells them. */
  errors: string[]
  close: () => Promise<void>
}
