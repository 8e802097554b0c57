import { expect, test } from 'vitest'
import { openOwnAddress } from './own-address.ts'

test('a server on all addresses is reached on loopback', () => {
  const own = openOwnAddress()
  expect(own.url()).toBeNull()
  const reached = (address: string, family: string) => {
    own.set({ address, family, port: 3000 })
    return own.url()
  }
  expect(reached('0.0.0.0', 'IPv4')).toBe('http://127.0.0.1:3000')
  expect(reached('::', 'IPv6')).toBe('http://[::1]:3000')
  expect(reached('::1', 'IPv6')).toBe('http://[::1]:3000')
  expect(reached('192.168.1.5', 'IPv4')).toBe('http://192.168.1.5:3000')
  own.set(null)
  expect(own.url()).toBeNull()
})
