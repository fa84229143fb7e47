import { createAccount } from '@topup/core/account';
import { type Actor, insertAction, NO_ORIGIN, sealAuditLog } from '@topup/core/audit';
import { newId } from '@topup/core/shared';
import { verifyBooks } from '@topup/core/wallet';
import { AS_OPS, grantedRole, testPool, useDatabase } from '@topup/testkit';

const database = useDatabase({ max: 4 });
const db = () => database.db;

const user = { kind: 'user', userId: newId(), sessionId: newId(), email: 'ada@x.example' } as const;
const keyId = newId();
const ACTORS: Record<'service' | 'dashboard' | 'ops', Actor[]> = {
  service: [
    { kind: 'key', keyId, accountId: newId() },
    { kind: 'system', process: 'worker' },
  ],
  dashboard: [
    { ...user, role: 'operator', accountId: null },
    { ...user, role: 'owner', accountId: newId() },
    { kind: 'system', process: 'dashboard' },
  ],
  ops: [{ kind: 'ops', systemUser: 'root', as: null }],
};

beforeAll(async () => {
  await createAccount(db(), { name: 'acme', tier: 'standard' }, AS_OPS);
  await db().$executeRaw`
    INSERT INTO api_key (id, account_id, name, display, digest, secret_encrypted, key_version)
    SELECT ${keyId}::uuid, id, 'shop', 'x', sha256('x'), '\\x00', 1 FROM account WHERE name = 'acme'`;
});

describe('an entry of the audit log names somebody who did not write it', () => {
  test.each(Object.entries(ACTORS))('%s records those whom it speaks for, under its own role', async (name, actors) => {
    const role = await grantedRole(database.url, name as keyof typeof ACTORS);
    const pool = testPool(role.url, 1);
    const action = { action: 'tier.create', subject: name };
    for (const actor of actors) await insertAction(pool, actor, NO_ORIGIN, action);
    await pool.$disconnect();
    const roles = (await db().auditLog.findMany({ where: { subject: name } })).map(({ dbRole }) => dbRole);
    expect(roles).toEqual(actors.map(() => new URL(role.url).username));
    await role.drop();
  });

  test('a plan that the database holds for a change by ops is recorded as held by the system', async () => {
    await db().$executeRaw`
      WITH plan AS (INSERT INTO data_plan (plan_id, provider_service, provider_code, network, name, plan_name,
                                           validity, cost_kobo)
                    VALUES ('probe', 'mtn-data', 'probe', 'MTN', 'x', 'x', '', 200) RETURNING id)
      INSERT INTO plan_price (tier_id, data_plan_id, price_kobo) SELECT t.id, plan.id, 100 FROM tier t, plan LIMIT 1`;
    const role = await grantedRole(database.url, 'ops');
    const pool = testPool(role.url, 1);
    await pool.$queryRaw`SELECT mark_plans_below_cost('catalogue')::text`;
    await pool.$disconnect();
    const [held] = await db().auditLog.findMany({ where: { action: 'plan.stop' } });
    expect(held).toMatchObject({ actorKind: 'system', dbRole: new URL(role.url).username });
    await role.drop();
  });

  test('the role is in the chain, and entries from before it was kept stay as they were sealed', async () => {
    await db().$transaction([
      db().$executeRaw`ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_append_only`,
      db().$executeRaw`UPDATE audit_log SET db_role = NULL WHERE subject = 'ops'`,
      db().$executeRaw`ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_append_only`,
    ]);
    await sealAuditLog(db(), 100);
    const faults = async () =>
      (await verifyBooks(db())).findings.filter(({ id }) => /A1[67]/.test(id)).flatMap(({ rows }) => rows);
    expect(await faults()).toEqual([]);
    await db().$transaction([
      db().$executeRaw`SET LOCAL session_replication_role = replica`,
      db().$executeRaw`UPDATE audit_log SET db_role = 'topup_dashboard' WHERE subject = 'service'`,
    ]);
    expect(await faults()).toMatchObject(
      ACTORS.service.map(() => ({ subject: 'service', fault: 'the entry or its link was altered' })),
    );
  });
});
