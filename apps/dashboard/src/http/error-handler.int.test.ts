import type { Db, DbOrTransaction } from '@topup/core/shared';
import { type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express from 'express';
import request from 'supertest';
import { errorHandler } from './error-handler';

let database: TestDatabase;
let db: Db;
const failed: unknown[] = [];
const log = { info: () => undefined, warn: () => undefined, error: (text: string) => void failed.push(text) };

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
  await db.tier.createMany({ data: ['one', 'two'].map((name) => ({ name, markupBps: 0 })) });
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});
beforeEach(() => void failed.splice(0));

/** The answer to a request that does this. */
const answerTo = (work: () => Promise<unknown>) => {
  const app = express().post('/', async (_request, response) => void response.json(await work()));
  return request(app.use(errorHandler({ log }))).post('/');
};

type Change = (tx: DbOrTransaction, name: string) => Promise<unknown>;
const ways: Record<string, Change> = {
  statement: (tx, name) => tx.$executeRaw`UPDATE tier SET created_at = now() WHERE name = ${name}`,
  query: (tx, name) => tx.tier.update({ where: { name }, data: { createdAt: new Date() } }),
};

test.each(Object.entries(ways))('of two changes in a deadlock, by %s, one is told to try again', async (_, change) => {
  let waiting = 2;
  let release = (): void => undefined;
  const bothHold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const changes = (first: string, second: string) => () =>
    db.$transaction(async (tx) => {
      await change(tx, first);
      waiting -= 1;
      if (waiting === 0) release();
      await bothHold;
      await change(tx, second);
      return 'done';
    });
  const answers = await Promise.all([answerTo(changes('one', 'two')), answerTo(changes('two', 'one'))]);
  answers.sort((a, b) => a.status - b.status);
  expect(answers.map(({ status }) => status)).toEqual([200, 503]);
  expect(answers[1]?.body).toMatchObject({ status: 'error', code: 'busy' });
  expect(failed).toEqual(['request failed']);
});

test('a connection that the database ends is not our fault', async () => {
  const answer = await answerTo(() => db.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`);
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
  expect(failed).toEqual(['request failed']);
});

test('what the database does not accept is our fault, and nobody is told to try again', async () => {
  const answer = await answerTo(() => db.tier.create({ data: { name: 'one', markupBps: 0 } }));
  expect([answer.status, answer.body.code]).toEqual([500, 'internal']);
  expect(failed).toEqual(['request failed']);
});
