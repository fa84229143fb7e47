import { listActions } from '@topup/core/audit';
import { useOpsWorld } from '../testing/ops-world';

describe('what was redacted is not recorded, or a run that did nothing is', () => {
  let days = '180';
  const world = useOpsWorld({ settings: () => ({ PERSONAL_DATA_DAYS: days }) });
  const { ops, json } = world;
  const entries = () => listActions(world.db, { action: 'retention.run' }, { limit: 50 });

  test('a statement row alone is an entry, what is only tried or finds nothing is none', async () => {
    await world.db.$executeRaw`
      INSERT INTO statement_row (provider, row_id, source, at, day, direction, kind, amount_kobo, raw, recorded_at)
      SELECT 'vtpass', '1', 'api', past, past::date, 'debit', 'sale', 1000, '{"phone": "08030000001"}', past
        FROM (SELECT now() - interval '181 days' AS past) p`;

    const { stdout } = await ops('retention', 'run', '--dry-run');
    expect(stdout).toMatch(/^Would be redacted, of what has been over for 180 days:\n/);
    expect(stdout).toMatch(/^ *purchases +0$/m);
    expect(stdout).toMatch(/^ *statement rows +1$/m);
    expect(await entries()).toEqual([]);

    expect(await json('retention', 'run')).toMatchObject({ purchases: 0, statementRows: 1 });
    expect(await json('retention', 'run')).toMatchObject({ purchases: 0, statementRows: 0 });
    expect(await entries()).toMatchObject([{ userEmail: 'ops', after: { days: '180', statementRows: '1' } }]);
  });

  test('with 0, the default, nothing is redacted, and it says so', async () => {
    days = '0';
    const { stdout } = await ops('retention', 'run');
    expect(stdout).toContain('PERSONAL_DATA_DAYS is 0: personal data is kept forever, and nothing was redacted.');
  });
});
