import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/addresses'
import { buildMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildAddress, newAddress, orderAddress } from '#api/test/builders/orders.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { openTransaction, untilWaiting } from '#api/test/waiting.ts'

type Member = Awaited<ReturnType<typeof buildMember>>
const app = await sharedApp()
const member = await buildMember(app)
const other = await buildMember(app)

const list = async ({ token }: Member) =>
  dataOf(api.listAddresses, await app.call('GET', '/address', { token }))
const ask = (body: unknown, { token } = member) => app.call('POST', '/address', { token, body })
const change = (id: number, body: unknown, { token } = member) =>
  app.call('PUT', `/address/${id}`, { token, body })
const remove = (id: number, { token } = member) => app.call('DELETE', `/address/${id}`, { token })
const fieldsOf = (answer: Awaited<ReturnType<typeof ask>>) => expectFailure(answer, 400, 'INVALID').fields

describe('saved addresses', () => {
  test('lists the member’s addresses with place names, newest first', async () => {
    const owner = await buildMember(app)
    const answer = await ask(newAddress, owner)
    expect(answer.body.message).toBe('Address saved successfully')
    const first = dataOf(api.createAddress, answer)
    expect(first).toEqual({ id: expect.any(Number), ...orderAddress })
    const small = {
      ...newAddress,
      addressLine1: '1 Aba\nRoad\u202e',
      cityCode: 'ng-ab',
      lgaCode: 'ng-ab-aba-north',
      unitNumber: '',
      postalCode: ' ',
    }
    const second = dataOf(api.createAddress, await ask(small, owner))
    expect(second).toMatchObject({
      addressLine1: '1 Aba Road',
      city: 'Abia',
      cityCode: 'NG-AB',
      lga: 'Aba North',
      lgaCode: 'NG-AB-ABA-NORTH',
      unitNumber: null,
      postalCode: null,
    })
    expect(await list(owner)).toEqual([second, first])
    expect(await list(other)).toEqual([])
  })

  test('rejects an address without a required field or with a wrong LGA', async () => {
    expect(fieldsOf(await ask({}))).toEqual({
      streetNumber: 'Street Number is required',
      addressLine1: 'Address Line 1 is required',
      cityCode: 'State is required',
      lgaCode: 'LGA is required',
    })
    expect(fieldsOf(await ask({ ...newAddress, lgaCode: 'NG-AB-ABA-NORTH' }))).toEqual({
      lgaCode: 'This LGA is not in the state.',
    })
    expect(fieldsOf(await ask({ ...newAddress, cityCode: 'NG-XX' }))).toEqual({ cityCode: 'No such state.' })
    expect(Object.keys(fieldsOf(await ask({ ...newAddress, phoneNumber: '12' })) ?? {})).toEqual([
      'phoneNumber',
    ])
    expect(await list(member)).toEqual([])
  })

  test('accepts the longest code of an LGA', async () => {
    const long = { cityCode: 'NG-FC', lgaCode: 'NG-FC-ABUJA-MUNICIPAL-AREA-COUNCIL' }
    expect(
      dataOf(api.createAddress, await ask({ ...newAddress, ...long }, await buildMember(app))),
    ).toMatchObject(long)
  })

  test('leaves omitted fields of a change as they are and clears null ones', async () => {
    const owner = await buildMember(app)
    const id = await buildAddress(app, owner, { unit_number: '4B', phone_number: '08031234567' })
    const put = async (body: unknown) => dataOf(api.updateAddress, await change(id, body, owner))
    expect(await put({ streetNumber: '14', unitNumber: null })).toEqual({
      id,
      ...orderAddress,
      streetNumber: '14',
      phoneNumber: '08031234567',
    })
    expect(fieldsOf(await change(id, { cityCode: 'NG-OY' }, owner))).toEqual({
      lgaCode: 'This LGA is not in the state.',
    })
    expect(fieldsOf(await change(id, { streetNumber: null }, owner))).toEqual({
      streetNumber: 'Street Number is required',
    })
    expect(await put({ cityCode: 'NG-OY', lgaCode: 'NG-OY-SURULERE' })).toMatchObject({ city: 'Oyo' })
    expect(await list(owner)).toMatchObject([{ id, streetNumber: '14', city: 'Oyo', unitNumber: null }])
  })

  test('deletes an address for its owner only', async () => {
    const owner = await buildMember(app)
    const id = await buildAddress(app, owner)
    for (const answer of [await change(id, { streetNumber: '1' }, other), await remove(id, other)])
      expectFailure(answer, 404, 'NOT_FOUND')
    expect(await list(owner)).toMatchObject([{ id, streetNumber: '12' }])
    expect(await remove(id, owner)).toMatchObject({ status: 200, body: { data: null } })
    expectFailure(await remove(id, owner), 404)
    expect(await list(owner)).toEqual([])
  })

  test('waits for a ban under way, and then changes nothing', async () => {
    const owner = await buildMember(app)
    const id = await buildAddress(app, owner)
    const { commit } = await openTransaction(app, 'update members set banned_at = now() where id = $1', [
      owner.id,
    ])
    const answers = [change(id, { streetNumber: '1' }, owner), remove(id, owner)]
    await untilWaiting(app, 2)
    await commit()
    for (const answer of await Promise.all(answers)) expectFailure(answer, 403)
    const stored = app.deps.db.selectFrom('addresses').select('street_number').where('id', '=', id)
    expect(await stored.execute()).toEqual([{ street_number: '12' }])
  })

  test('saves at most fifty addresses, also when two are saved at once', async () => {
    const owner = await buildMember(app)
    for (let n = 1; n < api.maxAddresses; n += 1) await buildAddress(app, owner)
    const answers = await Promise.all([ask(newAddress, owner), ask(newAddress, owner)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expectFailure(await ask(newAddress, owner), 409, 'ADDRESSES_FULL')
    expect(await list(owner)).toHaveLength(api.maxAddresses)
  })
})
