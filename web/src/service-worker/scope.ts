declare const self: ServiceWorkerGlobalScope
declare const BUILD: Build | null

type Build = {
  /** Changes with every file of the app. */
  version: string
  /** The script that the page of this build begins with. */
  entry: string
  /** The paths of the files that are stored at once. */
  first: string[]
  /** The paths of the other files, which are stored when they are first used. */
  later: string[]
}

export const worker = self

/** The app opens and shows pictures also when the browser can no longer read or write what is stored. */
export const orNothing = <T>(result: Promise<T>): Promise<T | undefined> => result.catch(() => undefined)

/** Is written by web/build/service-worker.ts. In `npm run dev` it is null, and nothing is stored. */
export const build = BUILD
