import { afterAll, onTestFinished } from 'vitest'
import { testApp, type TestApp, type TestAppOptions } from './test-app.ts'

/** For all tests of a file: `const app = await sharedApp()` at its top. */
export async function sharedApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await testApp(options)
  afterAll(() => app.stop())
  return app
}

/** For the test that starts it. */
export async function temporaryApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await testApp(options)
  onTestFinished(() => app.stop())
  return app
}
