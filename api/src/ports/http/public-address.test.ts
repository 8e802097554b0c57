import { expect, test } from 'vitest'
import { isPublicAddress, mayBePublic, publicLookup, PrivateAddress } from './public-address.ts'

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::7f00:1',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each([
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://[::ffff:10.0.0.1]/',
  'https://localhost/',
  'https://localhost./',
  'https://db.internal/',
  'https://printer.local/',
  'https://redis/',
])('%s is not public', (address) => expect(mayBePublic(new URL(address))).toBe(false))

test('accepts a name without resolving it', () => {
  expect(mayBePublic(new URL('https://fcm.googleapis.com/fcm/send/abc'))).toBe(true)
})

function resolved(...addresses: string[]) {
  const lookup = publicLookup((_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  )
  return new Promise((resolve, reject) => {
    lookup('push.example.com', { all: true }, (error, found) => (error ? reject(error) : resolve(found)))
  })
}

test('a name with public addresses is resolved', async () => {
  expect(await resolved('8.8.8.8', '2606:4700::1')).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ])
})

test('a name with one private address among others is not resolved', async () => {
  await expect(resolved('8.8.8.8', '127.0.0.1')).rejects.toThrow(PrivateAddress)
  await expect(resolved('::ffff:127.0.0.1')).rejects.toThrow(PrivateAddress)
  await expect(resolved()).rejects.toThrow('no address')
})
