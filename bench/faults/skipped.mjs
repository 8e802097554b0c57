/** Thrown by a fault that this machine does not allow, with the reason. */
export class Skipped extends Error {}
