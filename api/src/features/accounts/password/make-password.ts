import { randomBytes } from 'node:crypto'

/** Returns 120 random bits after four characters that fulfil the password rules. */
export const makePassword = () => `Rs7-${randomBytes(15).toString('base64url')}`
