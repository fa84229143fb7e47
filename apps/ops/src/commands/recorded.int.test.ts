import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sealAuditLog } from '@topup/core/audit';
import { acceptPurchase, createAccepter } from '@topup/core/purchase';
import { systemClock } from '@topup/core/shared';
import { giveMoney, newMasterKey, newOperator, type SandboxProcess, sandboxKeys, startSandbox } from '@topup/testkit';
import type { Command } from 'commander';
import { buildProgram } from '../program';
import { useOpsWorld } from '../testing/ops-world';

// Every command of `ops` that changes something, and what it leaves in the audit log.

const [old, current] = [newMasterKey(), newMasterKey()];
let sandbox: SandboxProcess;
const world = useOpsWorld({
  settings: () => ({
    VTPASS_BASE_URL: `${sandbox.url}/api`,
    ...sandboxKeys(),
    KEY_ENCRYPTION_SECRET: current.text,
    KEY_ENCRYPTION_SECRET_PREVIOUS: old.text,
    PERSONAL_DATA_DAYS: '365',
  }),
});
const { json } = world;

const ADA = 'ada@client.example';
const ACME = ['--account', 'acme'];
const MTN = ['--product', 'airtime', '--service', 'mtn'];

beforeAll(async () => {
  sandbox = await startSandbox();
  await json('account', 'create', '--name', 'acme', '--tier', 'standard', '--fund', '5000');
  await json('user', 'create', '--email', ADA, '--name', 'Ada', ...ACME);
  await json('catalogue', 'sync');
});
afterAll(() => sandbox.stop());

const READING = [
  'status',
  ...[
    'tier list',
    'account list',
    'account show',
    'key list',
    'webhook-secret list',
    'user list',
    'catalogue list',
    'price list',
    'discount list',
    'catalogue holds',
  ],
  ...[
    'purchase review',
    'claim list',
    'provider list',
    'provider float',
    'provider status',
    'service list',
    'audit list',
    'audit export',
    'audit head',
  ],
  'backup list',
  ...['approval list', 'approval show', 'limits show'],
  ...['collections days', 'collections list', 'collections status', 'collections unassigned'],
  ...[
    'database wait',
    'report margin',
    'report service',
    'recon closed',
    'recon findings',
    'recon lost',
    'recon pulls',
    'recon report',
    'route show',
    'route simulate',
  ],
];

/** Another test (collections.int.test.ts) shows what these do: they need a collector, or a transfer that waits. */
const IN_COLLECTIONS_TEST = ['open', 'confirm', 'import', 'sweep'].map((verb) => `collections ${verb}`);
/** Another test shows what these commands record, beside what they do: they need a statement. */
const IN_RECON_TEST = ['recon close', 'recon import', 'recon pull', 'recon resolve', 'recon withdraw'];
/** In tests/backups: they need pgBackRest. */
const IN_BACKUP_TEST = ['backup run', 'backup verify'];

type Change = {
  /** The arguments after the command's name; a function prepares what is changed. */
  args: string[] | (() => Promise<string[]>);
  recorded: string;
  on?: string;
  /** The address of the operator of --as. */
  by?: string;
};

const id = async (table: string, where: string): Promise<string> =>
  (await world.sql.query(`SELECT id FROM ${table} WHERE ${where} ORDER BY id DESC LIMIT 1`)).rows[0].id;
const plan = async () =>
  (await world.sql.query('SELECT plan_id FROM data_plan WHERE plan_id IS NOT NULL ORDER BY id')).rows[0].plan_id;

/** In this order: some change what the ones before have made. */
const CHANGING: Record<string, Change> = {
  'tier create': { args: ['--name', 'gold', '--markup', '1'], recorded: 'tier.create', on: 'gold' },
  'tier set-markup': { args: ['--tier', 'gold', '--markup', '2'], recorded: 'tier.markup', on: 'gold' },
  'account create': { args: ['--name', 'bakery', '--tier', 'gold'], recorded: 'account.create', on: 'bakery' },
  'account set-tier': { args: [...ACME, '--tier', 'gold'], recorded: 'account.tier', on: 'acme' },
  'account limit': { args: [...ACME, '--other', '7'], recorded: 'account.limits', on: 'acme' },
  'account low-balance': { args: [...ACME, '--below', '500'], recorded: 'account.low_balance', on: 'acme' },
  'account time-zone': { args: [...ACME, '--zone', 'UTC'], recorded: 'account.time_zone', on: 'acme' },
  'account suspend': { args: ACME, recorded: 'account.suspend', on: 'acme' },
  'account resume': { args: ACME, recorded: 'account.resume', on: 'acme' },
  'key create': { args: [...ACME, '--name', 'shop'], recorded: 'api_key.create', on: 'shop' },
  'key limit': {
    args: async () => ['--key', await id('api_key', 'true'), '--scope', 'read'],
    recorded: 'api_key.limits',
    on: 'shop',
  },
  'key revoke': { args: async () => ['--key', await id('api_key', 'true')], recorded: 'api_key.revoke', on: 'shop' },
  'webhook-secret create': { args: ACME, recorded: 'webhook_secret.create' },
  'webhook-secret rotate': { args: ACME, recorded: 'webhook_secret.rotate' },
  'keys rotate-master': {
    args: async () => {
      await world.sql.query('UPDATE api_key SET master_fingerprint = NULL');
      return [];
    },
    recorded: 'master_key.rotate',
  },
  'webhook-secret revoke': { args: ACME, recorded: 'webhook_secret.revoke' },
  'user create': {
    args: [...ACME, '--email', 'bo@client.example', '--name', 'Bo', '--role', 'member'],
    recorded: 'user.invite',
    on: 'bo@client.example',
  },
  'user link': { args: ['--email', ADA], recorded: 'user.link', on: ADA },
  'user drop-two-factor': {
    args: async () => {
      await world.sql.query('UPDATE dashboard_user SET two_factor_enabled = true WHERE email = $1', [ADA]);
      return ['--email', ADA];
    },
    recorded: 'factor.reset',
    on: ADA,
  },
  'user disable': { args: ['--email', ADA], recorded: 'user.disable', on: ADA },
  'audit redact': { args: ['--email', ADA, '--note', 'ticket 7'], recorded: 'audit.blank' },
  'wallet fund': { args: [...ACME, '--amount', '5', '--reference', 'TRF-9'], recorded: 'wallet.fund', on: 'acme' },
  'wallet adjust': {
    args: [...ACME, '--amount=-1', '--reason', 'typed wrongly', '--reference', 'fix-1'],
    recorded: 'wallet.adjust',
    on: 'acme',
  },
  'limits set': {
    args: async () => {
      const operator = (await newOperator(world.db)).actor.email;
      return ['--daily-cap', '6000000', '--note', 'a large client', '--as', operator];
    },
    recorded: 'approval.request',
    by: expect.stringMatching(/^operator-/),
  },
  'approval cancel': { args: async () => [await id('approval', 'true')], recorded: 'approval.cancel', on: 'limits' },
  'collections limits': {
    args: ['--cap', '5000', '--note', 'an incident'],
    recorded: 'collections.change',
    on: 'what the collector may add to wallets',
  },
  'collections dismiss': {
    args: async () => {
      await world.sql.query(
        `SELECT record_collection('monnify', 'MNFY|1', NULL, 100, 100, 'paid', '', 'ADA', 'Wema', 100)`,
      );
      return [await id('collection', 'true'), '--note', 'sent back'];
    },
    recorded: 'collections.dismiss',
    on: 'MNFY|1',
  },
  'price set': {
    args: async () => ['--tier', 'gold', '--plan', await plan(), '--price', '900000'],
    recorded: 'price.set',
  },
  'price clear': { args: async () => ['--tier', 'gold', '--plan', await plan()], recorded: 'price.clear' },
  'discount set': {
    args: ['--tier', 'gold', ...MTN, '--percent', '2.5', '--allow-loss'],
    recorded: 'discount.set',
    on: 'mtn',
  },
  'discount remove': { args: ['--tier', 'gold', ...MTN], recorded: 'discount.remove', on: 'mtn' },
  'catalogue announce': {
    args: ['--network', 'MTN', '--name', '1 MB, 1 day', '--cost', '5'],
    recorded: 'plan.announce',
    on: 'MTN 1 MB, 1 day',
  },
  'catalogue retire': {
    args: async () => ['--id', String(await id('data_plan', 'provider_code IS NULL'))],
    recorded: 'plan.retire',
  },
  'catalogue withdraw': { args: async () => ['--plan', await plan()], recorded: 'plan.withdraw' },
  'catalogue restore': {
    args: async () => ['--id', String(await id('data_plan', 'plan_id IS NULL AND is_active'))],
    recorded: 'plan.restore',
  },
  'catalogue resume': {
    args: async () => {
      await world.sql.query(
        `INSERT INTO plan_stop (data_plan_id, reason) SELECT id, 'sold_below_cost' FROM data_plan WHERE plan_id = $1`,
        [await plan()],
      );
      return ['--plan', await plan()];
    },
    recorded: 'plan.resume',
  },
  'catalogue sync': {
    args: async () => {
      await world.sql.query(`UPDATE data_plan SET cost_kobo = 1 WHERE plan_id = $1`, [await plan()]);
      return [];
    },
    recorded: 'catalogue.change',
  },
  'catalogue map': {
    args: async () => {
      const { rows } = await world.sql.query(
        `INSERT INTO provider_product (provider, product_type, code, name) VALUES ('vtpass', 'AIRTIME', '1', 'MTN')
         RETURNING id`,
      );
      return ['--product', String(rows[0].id), '--to', 'mtn'];
    },
    recorded: 'mapping.make',
    on: 'mtn',
  },
  'provider close': { args: ['--service', 'mtn', '--reason', 'ticket 8'], recorded: 'provider.close' },
  'provider open': { args: ['--service', 'mtn'], recorded: 'provider.open' },
  'service announce': {
    args: [...MTN, '--message', 'MTN works on it.', '--until', new Date(Date.now() + 3_600_000).toISOString()],
    recorded: 'service.announce',
    on: 'AIRTIME mtn',
  },
  'service withdraw': { args: MTN, recorded: 'service.withdraw', on: 'AIRTIME mtn' },
  'route set': {
    args: async () => {
      const file = path.join(mkdtempSync(path.join(tmpdir(), 'topup-rules-')), 'rules');
      writeFileSync(file, 'AIRTIME mtn: vtpass\n');
      return ['--file', file, '--note', 'ticket 9'];
    },
    recorded: 'routing.write',
    on: 'version 1',
  },
  'route activate': { args: ['1'], recorded: 'routing.activate', on: 'routing' },
  'purchase show': { args: async () => [await withToken(await bought()), '--full'], recorded: 'purchase.show_token' },
  'purchase settle': { args: async () => [await bought(), '--refund', '--note', 'x'], recorded: 'purchase.settle' },
  'claim confirm': {
    args: async () => [await claimed(), '--proof', 'MTN confirmed it'],
    recorded: 'claim.confirm',
  },
  quarantine: {
    args: async () => {
      await world.sql.query(`UPDATE known_server SET identity = 'another'`);
      return ['--note', 'restored', '--nothing-lost'];
    },
    recorded: 'service.nothing_lost',
  },
  'retention run': {
    args: async () => {
      await becomeOld(await bought());
      expect(await json('retention', 'run', '--dry-run')).toMatchObject({ dryRun: true, days: 365, purchases: 1 });
      return [];
    },
    recorded: 'retention.run',
    on: 'personal data',
  },
  'books verify': {
    args: async () => {
      await sealAuditLog(world.db, 10_000);
      return [];
    },
    recorded: 'books.verify',
    on: 'the books',
  },
};

/** A purchase of acme that nobody has sent. @returns its reference */
async function withToken(reference: string): Promise<string> {
  await world.db.$executeRaw`
    UPDATE purchase SET result = '{"token":"12345678901234567890"}' WHERE request_ref = ${reference}`;
  return reference;
}

async function bought(): Promise<string> {
  const accountId = await id('account', `name = 'acme'`);
  await giveMoney(world.db, accountId, 10_000n, randomUUID());
  const [reference, phone] = [randomUUID(), '08031234567'];
  const deps = { accepter: createAccepter({ db: world.db, clock: systemClock }), provider: { name: 'vtpass' } };
  await acceptPurchase(
    deps,
    { accountId, keyId: null },
    {
      productType: 'AIRTIME',
      requestRef: reference,
      amountKobo: 10_000n,
      recipient: phone,
      details: { network: 'mtn', phone },
      description: 'MTN airtime',
      providerOrder: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: phone },
    },
    15_000,
  );
  return reference;
}

/** A purchase with an open claim. @returns its reference */
async function claimed(): Promise<string> {
  const reference = await bought();
  await world.db.$executeRaw`
    INSERT INTO claim (purchase_id, account_id, note)
    SELECT id, account_id, 'nothing came' FROM purchase WHERE request_ref = ${reference}`;
  return reference;
}

/** A purchase that was refunded 400 days ago. Its id has the time, so it is another one. */
async function becomeOld(reference: string): Promise<void> {
  await world.sql.query(
    `SELECT settle_by_operator(jsonb_build_object('id', id, 'basis', 'never_sent',
      'target_status', 'refunded', 'cause', 'start_deadline', 'cause_code', 'start_deadline', 'message', 'x'), 'ops', NULL)
    FROM purchase WHERE request_ref = $1`,
    [reference],
  );
  const { rows } = await world.sql.query('SELECT id FROM purchase WHERE request_ref = $1', [reference]);
  const aged = `first_id_of(now() - interval '400 days')`;
  await world.sql.query(`
    BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE purchase SET id = ${aged}, final_at = now() - interval '400 days' WHERE id = '${rows[0].id}';
    UPDATE ledger_entry SET purchase_id = ${aged} WHERE purchase_id = '${rows[0].id}';
    UPDATE purchase_history SET purchase_id = ${aged} WHERE purchase_id = '${rows[0].id}';
    COMMIT`);
}

const leaves = (command: Command, prefix: string[] = []): string[] => {
  const names = [...prefix, command.name()];
  return command.commands.length === 0 ? [names.join(' ')] : command.commands.flatMap((each) => leaves(each, names));
};

describe('a command changes something and leaves no record', () => {
  test('every command either only reads or is in the table', async () => {
    const program = await buildProgram({ out: () => undefined, err: () => undefined });
    const names = program.commands.flatMap((each) => leaves(each));
    expect(names.sort()).toEqual(
      [...READING, ...IN_COLLECTIONS_TEST, ...IN_RECON_TEST, ...IN_BACKUP_TEST, ...Object.keys(CHANGING)].sort(),
    );
  });

  test.each(Object.entries(CHANGING))('%s leaves one', async (command, { args, recorded, on, by = 'ops' }) => {
    const given = Array.isArray(args) ? args : await args();
    const before = await world.db.auditLog.count();
    await json(...command.split(' '), ...given);
    const entries = await world.db.auditLog.findMany({ orderBy: { id: 'asc' }, skip: before });
    expect(entries.map(({ action }) => action)).toEqual([recorded]);
    expect(entries[0]).toMatchObject({ actorKind: 'ops', userEmail: by, ...(on !== undefined && { subject: on }) });
    expect(entries[0]?.systemUser).not.toBeNull();
  });

  test('what has changed once is not recorded again', async () => {
    const before = await world.db.auditLog.count();
    await json('catalogue', 'sync');
    await json('keys', 'rotate-master');
    await json('quarantine', '--note', 'again');
    await json('quarantine', '--note', 'again', '--nothing-lost');
    await json('retention', 'run');
    expect(await world.db.auditLog.count()).toBe(before + 1); // the purchase of `show`, which looks unsent
  });

  test('all of it is one unbroken chain', async () => {
    await sealAuditLog(world.db, 10_000);
    expect(await json('books', 'verify')).toMatchObject({ sound: true });
  });
});
