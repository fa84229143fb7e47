import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '@topup/core/shared';
import { mintRef } from '@topup/providers';
import { fundedAccount, insertSold } from '@topup/testkit';
import { useOpsWorld } from '../../testing/ops-world';

const world = useOpsWorld({ settings: () => ({ PROVIDERS: 'vtpass' }) });
const { ops, json } = world;
const folder = mkdtempSync(path.join(tmpdir(), 'lost-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('orders of the lost time are found by nobody', () => {
  test('`recon lost` lists those whose purchase the copy lacks, with its id, until a wallet has paid', async () => {
    const at = new Date('2026-11-20T09:00:00+01:00');
    await insertSold(world.db, [{ accountId: await fundedAccount(world.db, 1_000n), at, reference: 'kept' }]);
    const kept = (await world.db.purchase.findFirstOrThrow({ where: { requestRef: 'kept' } })).id;
    const gone = newId();
    const file = path.join(folder, 'statement.csv');
    const lines = [kept, gone].map((id, n) => `t${n},2026-11-20 09:00:0${n},100.00,debit,${mintRef(id, at)}`);
    writeFileSync(file, ['Id,Date,Amount,Type,Ref', ...lines].join('\n'));
    const columns = 'id=Id,at=Date,amount=Amount,direction=Type,reference=Ref';
    const span = ['--since', '2026-11-20', '--until', '2026-11-20'];
    await json('recon', 'import', '--provider', 'vtpass', '--file', file, '--columns', columns, ...span);

    const { code, stdout, lines: said } = await ops('recon', 'lost', '--since', '2026-11-20', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ purchase: gone, provider: 'vtpass', amount: '100.00' }]);
    expect({ code, said }).toEqual({ code: 1, said: ['Orders without a purchase here: 1.'] });
    const taken = ['--amount=-100', '--reason', 'order-1, delivered before the restore', '--reference', gone];
    await json('wallet', 'adjust', '--account', await fundedAccount(world.db, 10_000n), ...taken);
    expect(await ops('recon', 'lost', '--since', '2026-11-20')).toMatchObject({ code: 0, lines: [] });
    const later = await ops('recon', 'lost', '--since', '2026-11-21', '--json');
    expect({ code: later.code, orders: JSON.parse(later.stdout), said: later.lines }).toEqual({
      code: 1,
      orders: [],
      said: [expect.stringMatching(/^No statement of vtpass covers the time from .* on: read it first\.$/)],
    });
  });

  test('an order whose row names no purchase is listed, until one matches or its finding is resolved', async () => {
    const accountId = await fundedAccount(world.db, 1_000n);
    const at = new Date('2026-11-22T09:00:00+01:00');
    await insertSold(world.db, [{ accountId, at, reference: 'known' }]);
    const { id } = await world.db.purchase.findFirstOrThrow({ where: { requestRef: 'known' } });
    for (const [n, row] of ['known-row', 'lost-row'].entries())
      await world.db.$executeRaw`
        INSERT INTO statement_row (provider, row_id, source, at, day, direction, kind, amount_kobo, raw,
                                   provider_transaction_id)
        VALUES ('vtpass', ${row}, 'api', ${at}, '2026-11-22', 'debit', 'sale', 10000, '{}', ${`MNFY-${n}`})`;
    await world.db.$executeRaw`
      INSERT INTO statement_match (row_id, purchase_id, number, sent_at, how)
      SELECT id, ${id}::uuid, 1, at, 'transaction_id' FROM statement_row WHERE row_id = 'known-row'`;

    const { code, stdout, lines: said } = await ops('recon', 'lost', '--since', '2026-11-22', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ purchase: null, providerTransactionId: 'MNFY-1', amount: '100.00' }]);
    expect({ code, said }).toEqual({
      code: 1,
      said: [
        expect.stringContaining(
          'Orders that do not name their purchase, and match none here: 1. Look for each in `purchase review` and in ' +
            'the logs, by its amount and time.',
        ),
      ],
    });
    await world.db.$executeRaw`
      INSERT INTO reconciliation_finding (provider, day, kind, subject, difference_kobo, row_id, resolved_at,
                                          resolved_by, resolution, note)
      SELECT provider, day, 'missing_here', 'row:lost-row', 10000, id, now(), 'ada', 'explained', 'paid by the wallet'
        FROM statement_row WHERE row_id = 'lost-row'`;
    expect(await json('recon', 'lost', '--since', '2026-11-20')).toEqual([]);
  });

  test('an order that the provider has paid back takes nothing from a client', async () => {
    const at = new Date('2026-11-24T09:00:00+01:00');
    const write = (row: string, transaction: string, direction: string, naira: number) =>
      world.db.$executeRaw`
        INSERT INTO statement_row (provider, row_id, source, at, day, direction, kind, amount_kobo, raw,
                                   provider_transaction_id)
        VALUES ('vtpass', ${row}, 'api', ${at}, '2026-11-24', ${direction},
                ${direction === 'debit' ? 'sale' : 'reversal'}, ${naira * 100}, '{}', ${transaction})`;
    await write('back-1', 'BACK-1', 'debit', 3_000);
    await write('back-1r', 'BACK-1', 'credit', 3_000);
    await write('back-2', 'BACK-2', 'debit', 3_000);
    await write('back-2r', 'BACK-2', 'credit', 1_000);
    const { stdout } = await ops('recon', 'lost', '--since', '2026-11-24', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ providerTransactionId: 'BACK-2' }]);
  });
});
