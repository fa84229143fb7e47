import { useDatabase } from '@topup/testkit';
import { FOREIGN_REFERENCE, WHOLE_PROVIDER } from './breakers.port';
import { closeUntrusted } from './close-untrusted';
import { listSwitches } from './switch.store';

const database = useDatabase({ max: 4, eachTest: true });

function seen(db = database.db) {
  const alerts: unknown[] = [];
  const log = {
    ...{ info: () => undefined, warn: () => undefined },
    error: (_text: string, fields?: object) => void alerts.push(Object(fields).alert),
  };
  return { alerts, close: () => closeUntrusted({ db, log, process: 'worker@x:1' }, 'monnify') };
}

describe('a provider that loses our references goes on getting orders', () => {
  test('whoever sees it closes it for every process, once, with an alert and a line in the audit log', async () => {
    const [one, other] = [seen(), seen()];
    await Promise.all([one.close(), other.close()]);
    expect(await listSwitches(database.db)).toEqual([
      {
        ...{ provider: 'monnify', breaker: WHOLE_PROVIDER, reason: FOREIGN_REFERENCE },
        ...{ closedBy: 'worker@x:1', closedAt: expect.any(Date) },
      },
    ]);
    expect([one.alerts, other.alerts]).toEqual([['provider_reference'], ['provider_reference']]);
    expect(await database.db.auditLog.findMany({ select: { action: true, subject: true, actorKind: true } })).toEqual([
      { action: 'provider.close', subject: 'monnify', actorKind: 'system' },
    ]);
  });

  test('while the database is away it is tried again', async () => {
    await database.db.$executeRaw`ALTER TABLE provider_switch RENAME TO gone`;
    const closing = seen().close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await database.db.$executeRaw`ALTER TABLE gone RENAME TO provider_switch`;
    await closing;
    expect(await listSwitches(database.db)).toMatchObject([{ provider: 'monnify' }]);
  });
});
