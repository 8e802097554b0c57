import { readdirSync } from 'node:fs'
import { isEndpoint, type Endpoint } from '@rootsquare/contract/lib/endpoint'

const contract = new URL('../../../contract/src/', import.meta.url)

/** Every endpoint that the contract describes, whether or not a route serves it. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    sources.map(async (name): Promise<object> => import(new URL(name, contract).href)),
  )
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint))
}
