import { setup } from '@rootsquare/api/test/database'

/** One PostgreSQL for all workers; what it returns ends it after the last test. */
export default setup
