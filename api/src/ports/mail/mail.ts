export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Holds further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>
}

/** Sends a mail. It throws if the server does not accept the mail, and the job is then retried. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }
