/** Raise it when a query changes what it returns from the answer of the server. */
const ownShape = 1

/** A hash of the contract, which the build writes here. */
declare const CONTRACT_HASH: string | undefined

/** Saved answers of another shape are not shown, because a page could fail on them. */
export const answerShape = `${ownShape} ${typeof CONTRACT_HASH === 'undefined' ? '' : CONTRACT_HASH}`
