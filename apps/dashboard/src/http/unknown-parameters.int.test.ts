import type { Router } from 'express';
import { operatorRoutes } from '../operator/operator.routes';
import { openAccountWorld } from '../testing/account-world';
import { openOperatorWorld } from '../testing/operator-world';

const { world, get } = openOperatorWorld();
const account = openAccountWorld();

/** Paths of the console that read no query. */
const WITHOUT_QUERY = [
  ...['/overview', '/accounts/:id', '/approvals/:id', '/limits', '/routing', '/queues', '/backlog', '/catalogue/sync'],
  ...['/books/:id', '/reconciliation', '/reconciliation/days/:provider/:day', '/reconciliation/evidence/:id'],
  ...['/services', '/earnings', '/collections'],
];

const OF_ACCOUNTS = [
  ...['/overview', '/overview/sales', '/transactions', '/transactions.csv', '/wallet/entries', '/wallet/entries.csv'],
  ...['/statement', '/statement.csv', '/requests', '/request-rates', '/deliveries', '/search'],
];

const ofOperators = () =>
  operatorRoutes(world().deps)
    .flatMap(({ stack }: Router) =>
      stack.flatMap(({ route }) => (route?.stack.some(({ method }) => method === 'get') ? [route.path] : [])),
    )
    .filter((path) => !WITHOUT_QUERY.includes(path));

const refused = (...names: string[]) => ({
  status: 400,
  fields: Object.fromEntries(names.map((name) => [name, `"${name}" is not a parameter of this request`])),
});

describe('a list whose filter is misspelt shows rows that nobody asked for', () => {
  test('every path of the console that reads a query refuses what it does not know', async () => {
    expect(ofOperators().length).toBeGreaterThan(40);
    for (const path of ofOperators()) {
      const { status, body } = await get(`${path}?stauts=failed`);
      expect([path, { status, fields: body.fields }]).toMatchObject([path, refused('stauts')]);
    }
  });

  test.each(OF_ACCOUNTS)('so does %s of an account', async (path) => {
    const { status, body } = await account.get(await account.world().account(), `${path}?stauts=failed`);
    expect({ status, fields: body.fields }).toMatchObject(refused('stauts'));
    expect(body.message).toContain('"stauts" is not a parameter of this request');
  });

  test('`for` is a parameter of files alone', async () => {
    await get('/accounts.csv?for=spreadsheet').expect(200);
    expect((await get('/accounts?for=spreadsheet').expect(400)).body.fields).toEqual(refused('for').fields);
  });

  test('the answer names ten parameters, and fifty characters of each', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `${String.fromCharCode(97 + n).repeat(60)}`);
    const { body } = await get(`/accounts?${names.map((name) => `${name}=`).join('&')}`).expect(400);
    expect(body.fields).toEqual(refused(...names.slice(0, 10).map((name) => name.slice(0, 50))).fields);
  });
});
