import { availableParallelism } from 'node:os'

/** On two cores the tests take turns with their database and browsers. TEST_TIME_FACTOR is for machines that are slower yet. */
const factor = Number(process.env.TEST_TIME_FACTOR ?? (availableParallelism() > 2 ? 1 : 3))

/** What a person would wait for a whole test and for one expectation in it, in milliseconds. */
export const timeLimits = { test: 30_000 * factor, expectation: 10_000 * factor }
