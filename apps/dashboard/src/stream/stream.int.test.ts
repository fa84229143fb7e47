import { once } from 'node:events';
import { createServer, type IncomingMessage, request as open, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endSession } from '@topup/core/user';
import { eventually, giveMoney } from '@topup/testkit';
import express from 'express';
import { serveRoutes } from '../api';
import type { SignedIn } from '../auth/signed-in';
import { openOperatorWorld } from '../testing/operator-world';
import { delivered, quiet } from '../testing/seller';
import { signedInUser } from '../testing/signed-in-user';
import { streamRoutes } from './stream.routes';
import { createWatcher, type Watcher } from './watcher';

const { world } = openOperatorWorld();

let server: Server;
let watcher: Watcher;
/** Nobody is known before it resolves. */
let knowing: Promise<unknown> = Promise.resolve();
const opened: IncomingMessage[] = [];

beforeAll(async () => {
  const { db } = world().deps;
  watcher = createWatcher({ db, log: quiet });
  const findSignedIn = async ({ session }: NodeJS.Dict<string | string[]>): Promise<SignedIn | null> => {
    await knowing;
    const [found] = await db.$queryRaw<SignedIn[]>`
      SELECT u.id AS "userId", u.email, u.name, u.role, u.account_id AS "accountId", s.id AS "sessionId"
        FROM dashboard_session s JOIN dashboard_user u ON u.id = s.user_id
       WHERE s.id = ${String(session)}::uuid AND u.disabled_at IS NULL`;
    return found ? { ...found, mustEnrol: false } : null;
  };
  const deps = { db, log: quiet, watcher, findSignedIn, checkEveryMs: 50 };
  server = createServer(express().use('/api', serveRoutes(deps, [streamRoutes(deps)]))).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.destroy();
});
afterAll(() => new Promise((done) => server.close(done)));

/** A stream with the events that have come; `ended` when the server has ended it. */
async function streamOf({ sessionId }: SignedIn, watch: string) {
  const { port } = server.address() as AddressInfo;
  const path = `/api/stream?watch=${encodeURIComponent(watch)}`;
  const asked = open({ host: '127.0.0.1', port, path, headers: { session: sessionId } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  opened.push(answer);
  const stream = { status: answer.statusCode, headers: answer.headers, text: '', ended: false };
  answer.setEncoding('utf8').on('data', (text) => {
    stream.text += text;
  });
  answer.on('end', () => {
    stream.ended = true;
  });
  answer.on('error', () => undefined); // destroyed
  return stream;
}

const eventsOf = ({ text }: { text: string }) => [...text.matchAll(/^event: (\w+)$/gm)].map(([, event]) => event);
const member = (accountId: string) => signedInUser(world().db, { role: 'viewer', accountId });
const all = () => watcher.count('').all;
const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

describe('a page shows what was, or shows it to somebody who may no longer see it', () => {
  test('each change of a purchase is told to its account and to operators, and no other', async () => {
    const { id } = await world().account();
    const [reference, other] = [await world().buy(id), await world().buy(id)];
    const operator = await signedInUser(world().db, { role: 'operator', accountId: null });
    const { id: purchaseId } = await world().stored(reference);
    const me = await member(id);
    const mine = await streamOf(me, `purchase:${reference}`);
    const theirs = await streamOf(operator, `purchase_id:${purchaseId}`);
    const quietOne = await streamOf(me, `purchase:${other}`);
    expect(mine).toMatchObject({
      status: 200,
      headers: { 'content-type': expect.stringContaining('text/event-stream') },
    });
    expect(mine.headers['cache-control']).toContain('no-transform');
    for (const stream of [mine, theirs])
      await eventually(
        () => eventsOf(stream),
        (events) => events.length === 1,
      );

    await world().send(reference, delivered);
    for (const stream of [mine, theirs])
      await eventually(
        () => eventsOf(stream),
        (events) => events.length > 1,
      );
    expect(new Set(eventsOf(mine).slice(1))).toEqual(new Set(['change']));
    const [event] = await world().db.webhookEvent.findMany({ where: { purchaseId } });
    const delivery = await streamOf(me, `delivery:${event?.id}`);
    const before = eventsOf(mine).length;
    await world().db.webhookEvent.update({
      where: { id: event?.id ?? '' },
      data: { state: 'queued', details: 'again' },
    });
    await eventually(
      () => [eventsOf(mine).length > before, eventsOf(delivery).length > 1],
      (told) => !told.includes(false),
    );
    expect(eventsOf(quietOne)).toEqual(['ready']);
  });

  test('each funding of the wallet is told to its own account, and a purchase is not', async () => {
    const [{ id }, other] = [await world().account(), await world().account()];
    const mine = await streamOf(await member(id), 'funding:own');
    const theirs = await streamOf(await member(other.id), 'funding:own');
    const purchase = await streamOf(await member(id), `purchase:${await world().buy(id)}`);
    for (const stream of [mine, theirs, purchase]) expect(stream.status).toBe(200);
    await giveMoney(world().db, id, 5_000n, 'bank-1');
    await eventually(
      () => eventsOf(mine),
      (events) => events.includes('change'),
    );
    expect(eventsOf(mine).filter((event) => event === 'change')).toHaveLength(1);
    expect([eventsOf(theirs), eventsOf(purchase)]).toEqual([['ready'], ['ready']]);
    const operator = await signedInUser(world().db, { role: 'operator', accountId: null });
    expect((await streamOf(operator, 'funding:own')).status).toBe(403);
    expect((await streamOf(await member(id), 'funding:other')).status).toBe(404);
  });

  test('a stream ends with its session, and so does what looks for it', async () => {
    const { id } = await world().account();
    const reference = await world().buy(id);
    const [me, colleague] = [await member(id), await member(id)];
    const [mine, stays] = [
      await streamOf(me, `purchase:${reference}`),
      await streamOf(colleague, `purchase:${reference}`),
    ];
    expect(all()).toBe(2);
    await endSession(world().db, me.userId, me.sessionId);
    await eventually(
      () => mine.ended,
      (ended) => ended,
    );
    expect([stays.ended, all()]).toEqual([false, 1]);
    await world().db.dashboardUser.update({ where: { id: colleague.userId }, data: { role: 'owner' } });
    await eventually(
      () => stays.ended,
      (ended) => ended,
    );
    await eventually(all, (count) => count === 0);
  });

  test('a page that is left while it opens its stream is not watched for, and takes no place of its user', async () => {
    const { id } = await world().account();
    const [reference, me] = [await world().buy(id), await member(id)];
    let know = () => {};
    knowing = new Promise<void>((resolve) => {
      know = resolve;
    });
    const { port } = server.address() as AddressInfo;
    const path = `/api/stream?watch=purchase:${reference}`;
    const left = Array.from({ length: 4 }, () =>
      open({ host: '127.0.0.1', port, path, headers: { session: me.sessionId } })
        .on('error', () => undefined)
        .end(),
    );
    const stays = streamOf(me, `purchase:${reference}`);
    await eventually(connections, (count) => count === 5);
    for (const request of left) request.destroy();
    await eventually(connections, (count) => count === 1);
    know();
    expect([(await stays).status, all()]).toEqual([200, 1]);
  });

  test('nobody watches what is not theirs, or is not there, or too much', async () => {
    const { id } = await world().account();
    const others = await world().buy((await world().account()).id);
    const [reference, me] = [await world().buy(id), await member(id)];
    const { id: purchaseId } = await world().stored(reference);
    for (const watch of [`purchase:${others}`, 'purchase:none', `purchase_id:${purchaseId}`, 'delivery:x', 'all:', ''])
      expect([watch, (await streamOf(me, watch)).status]).toEqual([watch, watch === '' ? 400 : 404]);
    expect((await streamOf({ ...me, sessionId: id }, `purchase:${reference}`)).status).toBe(401);
    const operator = await signedInUser(world().db, { role: 'operator', accountId: null });
    expect((await streamOf(operator, `purchase:${reference}`)).status).toBe(403);
    const streams = await Promise.all(Array.from({ length: 6 }, () => streamOf(me, `purchase:${reference}`)));
    expect(streams.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await streamOf(await member(id), `purchase:${reference}`)).status).toBe(200);
  });

  test('while nobody watches, nothing is read; a stopped process ends its streams', async () => {
    await eventually(all, (count) => count === 0);
    const { id } = await world().account();
    const reference = await world().buy(id);
    const stream = await streamOf(await member(id), `purchase:${reference}`);
    expect(all()).toBe(1);
    watcher.stop();
    await eventually(
      () => stream.ended,
      (ended) => ended,
    );
    await eventually(all, (count) => count === 0);
    const late = await streamOf(await member(id), `purchase:${reference}`);
    await eventually(
      () => late.ended,
      (ended) => ended,
    );
  });
});
