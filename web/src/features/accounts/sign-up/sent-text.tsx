/** Says where a mail was sent, once the server has said so. */
export function SentText({ address }: { address: string }) {
  return (
    <>
      <p>
        We sent a mail to <strong>{address}</strong>. Please open it and follow the link to verify your email.
        The link is valid for 24 hours.
      </p>
      <p>Nothing in your mail app yet? It can take a minute. Look into the spam folder, too.</p>
    </>
  )
}

/** For an address that was only typed: the server does not say whether an account has it. */
export function PerhapsSentText({ address }: { address: string }) {
  return (
    <p>
      If <strong>{address}</strong> still waits to be verified, a new mail is on its way there. Its link is
      valid for 24 hours.
    </p>
  )
}
