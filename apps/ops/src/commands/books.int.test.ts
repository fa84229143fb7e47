import { useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld();
const { ops, json } = world;

describe('nobody notices that the books are unsound', () => {
  test('sound books exit 0; unsound books print the rows, name the checks and exit 1', async () => {
    const accountId = await world.openAccount('payer');
    await json('wallet', 'fund', '--account', 'payer', '--amount', '12.5', '--reference', 'bank 7');
    expect(await json('books', 'verify')).toMatchObject({
      sound: true,
      kept: true,
      totals: { funded: expect.stringMatching(/^\d+\.\d\d$/) },
    });
    expect((await ops('books', 'verify')).stdout).toContain('The books are sound.');
    await world.sql.query('UPDATE wallet SET balance_kobo = balance_kobo + 150 WHERE account_id = $1', [accountId]);

    const { code, stdout, lines } = await ops('books', 'verify', '--json');

    expect({ code, lines }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^The books are unsound: A01, X04\. /)],
    });
    const findings = (JSON.parse(stdout) as { findings: { id: string; rows: unknown[] }[] }).findings;
    expect(findings.find(({ id }) => id === 'A01')?.rows).toEqual([{ accountId, balance: '14.00', ledger: '12.50' }]);
    expect(findings.find(({ id }) => id === 'X04')?.rows).toMatchObject([{ missing: '-1.50' }]);
    expect((await ops('books', 'verify')).stdout).toMatch(/^A01 {2}1 found .*\n {7}\{"accountId":/m);
    const history = await world.sql.query(
      'SELECT sound FROM books_check WHERE started_by = $1 AND finished_at >= started_at ORDER BY id',
      ['ops'],
    );
    expect(history.rows.map(({ sound }) => sound)).toEqual([true, true, false, false]);
  });

  test('a copy that cannot store the verification is verified, and the output says why it was not stored', async () => {
    await world.sql.query('ALTER TABLE books_check RENAME TO books_check_away');
    const { stdout } = await ops('books', 'verify');
    await world.sql.query('ALTER TABLE books_check_away RENAME TO books_check');
    expect(stdout).toContain(
      'This verification could not be stored: The database is not up to date with this program. Run `npm run db:migrate`.',
    );
  });
});
