import { useDatabase } from '@topup/testkit';
import { STANDARD_RULE, writeMoneyRule } from './migrate';
import { openSession, type Session } from './session';

const database = useDatabase({ eachTest: true, beforeDrop: () => session.close() });
let session: Session;
let said: string[];
const say = (line: string) => void said.push(line);
beforeEach(async () => {
  said = [];
  session = await openSession(database.url, say);
});

const rule = async () =>
  (await session.query('SELECT approval_limit_kobo, daily_cap_kobo, approvals FROM money_rule')).rows[0];

describe('a setting undoes what a second operator approved', () => {
  test('the limits of the settings are written once', async () => {
    await session.query('UPDATE money_rule SET changed_at = NULL');
    const own = { approvals: 'required', approvalLimitKobo: 5n, dailyCapKobo: 7n } as const;
    await writeMoneyRule(session, own, say);
    expect(await rule()).toEqual({ approval_limit_kobo: '5', daily_cap_kobo: '7', approvals: 'required' });
    expect(said).toEqual([]);
    await writeMoneyRule(session, STANDARD_RULE, say);
    expect(await rule()).toMatchObject({ approval_limit_kobo: '5', daily_cap_kobo: '7' });
    expect(said).toEqual([expect.stringContaining('the limits of operators are not those of the settings')]);
  });

  test('whether approvals are required is written each time, and off is said', async () => {
    await writeMoneyRule(session, { ...STANDARD_RULE, approvals: 'off' }, say);
    expect(await rule()).toMatchObject({ approvals: 'off' });
    expect(said).toEqual(['OPERATOR_APPROVALS is off: no step of an operator needs a second operator']);
    await writeMoneyRule(session, STANDARD_RULE, say);
    expect(await rule()).toMatchObject({ approvals: 'required' });
    expect(said).toHaveLength(1);
  });
});
