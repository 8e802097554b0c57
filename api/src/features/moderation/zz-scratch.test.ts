import { expect, test } from 'vitest'
import { buildMember } from '#api/test/build.ts'
import { ban } from '#api/test/moderation.ts'
import { testApp } from '#api/test/test-app.ts'
import { holdToLockOut } from './lock-out.ts'
import { transact } from '#api/db/db.ts'
test('time', async () => {
  const app = await testApp()
  const admin = await buildMember(app, { role: 'ADMIN' })
  const { pool } = app.deps
  await pool.query("set statement_timeout = 0")
  const c = await pool.connect(); await c.query('set statement_timeout=0')
  await c.query(`insert into members (username, email, password_hash, firstname, lastname, created_at)
      select 'crowd' || n, 'crowd' || n || '@example.com', '-', 'One', 'Of many', now() from generate_series(1, 50000) n`)
  for (const n of [1000, 5000, 20000, 50000]) {
    const member = await buildMember(app)
    await c.query(`insert into follows select id, $1, now() from members where username like 'crowd%' limit ${n}`, [member.id])
    let t = performance.now()
    await transact(app.deps.db, (tx) => holdToLockOut(app.deps, tx, { ...admin, sessionId: '' }, { memberId: member.id, going: 'banned' }))
    const hold = performance.now() - t
    t = performance.now()
    const a = await ban(app, admin, member)
    console.log(n, 'hold', Math.round(hold), 'ban', Math.round(performance.now() - t), a.status, JSON.stringify(a.body))
  }
  c.release()
  await app.stop()
}, 300000)
