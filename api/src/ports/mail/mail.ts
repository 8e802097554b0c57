export type Mail = { to: string; subject: string; text: string; html: string }

/** Where mail leaves the house. Throws when it could not be handed over; the job is then tried again. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }
