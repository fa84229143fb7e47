import { readTwin } from '@topup/core/account';
import { listActions } from '@topup/core/audit';
import { newMasterKey } from '@topup/testkit';
import { ID, TIME, useOpsWorld } from '../testing/ops-world';

const { text } = newMasterKey();

describe('a webhook secret is seen by others, or changed without a trace', () => {
  const world = useOpsWorld({ settings: () => ({ KEY_ENCRYPTION_SECRET: text }) });
  const { ops, json, refusal } = world;
  const display = expect.stringMatching(/^whsec_.{4}….{4}=$/);

  test('it is printed once, alone on its line, and is listed by its ends', async () => {
    await world.openAccount('reader');

    const { stdout } = await ops('webhook-secret', 'create', '--account', 'reader');

    const [secret = '', empty, note] = stdout.split('\n');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect([empty, note]).toEqual(['', expect.stringContaining('is not shown again')]);
    const { stdout: list } = await ops('webhook-secret', 'list', '--account', 'reader');
    expect(list).toContain(`${secret.slice(0, 10)}…${secret.slice(-5)}`);
    expect(list).not.toContain(secret);
  });

  test('create, rotate and revoke do so, and each is in the audit log without the secret', async () => {
    const accountId = await world.openAccount('keeper');
    const command = (verb: string, ...more: string[]) => json('webhook-secret', verb, '--account', 'keeper', ...more);
    const made = { id: ID, secret: expect.stringMatching(/^whsec_/) };

    const first = (await command('create')) as { id: string; secret: string };
    expect(first).toEqual(made);
    const second = (await command('rotate')) as typeof first;
    expect(second).toEqual(made);
    expect(await command('list')).toEqual([
      { id: second.id, display, createdAt: TIME, endsAt: null },
      { id: first.id, display, createdAt: TIME, endsAt: TIME },
    ]);
    const third = (await command('rotate', '--overlap-hours', '0')) as typeof first;
    expect(await command('list')).toEqual([{ id: third.id, display, createdAt: TIME, endsAt: null }]);
    expect(await command('revoke')).toEqual({ account: accountId, revoked: true });
    expect(await command('list')).toEqual([]);

    const actions = await listActions(world.db, { accountId }, { limit: 50 });
    const by = { userEmail: 'ops', accountName: 'keeper' };
    expect(actions).toMatchObject([
      { ...by, action: 'webhook_secret.revoke', after: null },
      { action: 'webhook_secret.rotate', subjectId: third.id, after: { secret: display, overlap_hours: 0 } },
      { action: 'webhook_secret.rotate', subjectId: second.id, after: { secret: display, overlap_hours: 24 } },
      { ...by, action: 'webhook_secret.create', subjectId: first.id, after: { secret: display } },
    ]);
    for (const { secret } of [first, second, third])
      expect(JSON.stringify(actions.map(({ after }) => after))).not.toContain(secret);
  });

  test('with `--mode test` it is the secret of the test account, and that of the live one stays', async () => {
    const accountId = await world.openAccount('trier');
    const command = (verb: string, ...more: string[]) => json('webhook-secret', verb, '--account', 'trier', ...more);
    const test = ['--mode', 'test'];
    const live = (await command('create')) as { id: string };
    const first = (await command('create', ...test)) as typeof live;
    const second = (await command('rotate', ...test, '--overlap-hours', '0')) as typeof live;
    expect(await command('list', ...test)).toMatchObject([{ id: second.id }]);
    expect(await command('list')).toMatchObject([{ id: live.id }]);
    const { id: twin } = await readTwin(world.db, accountId);
    expect(await command('revoke', ...test)).toEqual({ account: twin, revoked: true });
    expect(await command('list')).toMatchObject([{ id: live.id }]);
    const actions = await listActions(world.db, { accountId: twin }, { limit: 50 });
    expect(actions.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['webhook_secret.revoke', null],
      ['webhook_secret.rotate', second.id],
      ['webhook_secret.create', first.id],
    ]);
  });

  test('what cannot be done is refused with its reason, and leaves no record', async () => {
    await world.openAccount('loser');
    const command = (verb: string) => refusal('webhook-secret', verb, '--account', 'loser');
    const none = 'The account "loser" has no webhook secret. `webhook-secret create --account …` makes one.';
    expect([await command('rotate'), await command('revoke')]).toEqual([none, none]);
    await json('webhook-secret', 'create', '--account', 'loser');
    expect(await command('create')).toBe(
      'The account "loser" already has a webhook secret. Rotate it, or revoke it first.',
    );
    expect(await json('webhook-secret', 'list', '--account', 'loser')).toHaveLength(1);
    const actions = await listActions(world.db, { search: 'loser' }, { limit: 50 });
    expect(actions.map(({ action }) => action)).toEqual(['webhook_secret.create']);
    expect((await ops('webhook-secret', 'rotate', '--account', 'loser', '--overlap-hours', '200')).code).toBe(2);
  });
});
