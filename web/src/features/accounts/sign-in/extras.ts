import { createElement, type ComponentType, type ReactNode } from 'react'

type ExtrasProps = { onSignedIn: () => void }
let loaded: ComponentType<ExtrasProps> | undefined

/** Loads what few visitors see at sign-in: what was shared with them, and on a server with demo data its log-in. */
export async function loadSignInExtras(): Promise<void> {
  if (document.querySelector('[name=demo-login],[property="og:title"]') === null) return
  const { SignInExtras } = await import('#web/features/accounts/sign-in/sign-in-extras.tsx').catch(() => ({
    SignInExtras: undefined,
  }))
  loaded = SignInExtras
}

export const signInExtras = (props: ExtrasProps): ReactNode => loaded && createElement(loaded, props)
