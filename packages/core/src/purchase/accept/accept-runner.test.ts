import { systemClock } from '../../shared/clock';
import type { Db } from '../../shared/db';
import type { AcceptItem, AcceptRow } from './accept.store';
import { createAcceptRunner } from './accept-runner';

const broken = () => new Error('Connection terminated unexpectedly');
const late = () => new Error('too late', { cause: { originalCode: 'TP001' } });
const now = () => [{ now: Date.now() }];
const accepted = (): AcceptRow[] => [
  { outcome: 'accepted', balanceBeforeKobo: 200n, balanceAfterKobo: 100n, decidedAt: Date.now() },
];

/** A database that answers its statements with these, in their order. */
function databaseThat(answers: (unknown[] | Error)[]): Db {
  const $queryRaw = async () => {
    const answer = answers.shift() ?? broken();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { $queryRaw } as unknown as Db;
}

describe('a client is told that nothing was debited, of a purchase that was', () => {
  // specification 7.3
  test('the clock of the database cannot be read while a lost answer is asked for: it is asked for again', async () => {
    const db = databaseThat([now(), broken(), late(), broken(), now(), accepted()]);
    const run = createAcceptRunner({ db, clock: systemClock });
    const item = { id: 'x', accountId: 'a', amountKobo: 100n } as AcceptItem;
    expect(await run([item], false)).toMatchObject([{ outcome: 'accepted' }]);
  });
});
