import { BY_TEST, useDatabase } from '@topup/testkit';
import type { By } from '../audit/actor';
import type { Lookup, Variation } from '../provider/provider.port';
import { beginDueCatalogueSync, insertCatalogueSync, latestCatalogueSync } from './catalogue-sync.store';
import { syncCatalogue } from './sync-catalogue';

const database = useDatabase({ eachTest: true });
const HOUR_MS = 3_600_000;
const BY_OPS: By = { ...BY_TEST, actor: { kind: 'ops', systemUser: 'ada', as: null } };

let list: Lookup<Variation[]>;
const provider = {
  name: 'vtpass',
  dataServices: [{ serviceId: 'mtn-data', network: 'MTN' }] as const,
  variations: async () => list,
};
const sync = () => syncCatalogue({ db: database.db, by: BY_OPS, providers: [provider] }, () => undefined);

beforeEach(() => {
  list = { kind: 'found', value: [{ code: 'm1', name: 'N100 1GB - 1 day', priceKobo: 10_000n }] };
});

describe('the console names another sync than the last one, because a command ran it', () => {
  test('it is recorded as that of the console is, and none is due again so soon', async () => {
    expect((await sync()).services).toMatchObject([{ kind: 'synced', added: [{ code: 'm1' }] }]);
    expect(await latestCatalogueSync(database.db)).toMatchObject({
      startedBy: 'ops',
      finishedAt: expect.any(Date),
      steps: [
        { service: 'mtn-data', text: '1 plan listed by the provider' },
        { service: 'mtn-data', text: '1 added, 0 changed, 0 discontinued, 0 unchanged' },
      ],
      summary: { added: 1, changed: 0, gone: 0, kept: 0 },
      fault: null,
    });
    expect(await beginDueCatalogueSync(database.db, HOUR_MS)).toBeNull();
  });

  test('beside another one it runs at once, and is recorded when it has ended', async () => {
    const other = await insertCatalogueSync(database.db, 'worker');
    await sync();
    expect(await latestCatalogueSync(database.db)).toMatchObject({ startedBy: 'ops', summary: { added: 1 } });
    expect(await database.db.catalogueSync.findMany({ where: { finishedAt: null } })).toMatchObject([
      { id: other?.id },
    ]);
  });

  test('one that read nothing or broke off says so', async () => {
    list = { kind: 'unavailable', reason: 'HTTP 502' };
    await sync();
    expect((await latestCatalogueSync(database.db))?.fault).toBe(
      'The provider gave no list of mtn-data. Try again later.',
    );
    await database.db.$executeRaw`ALTER TABLE data_plan RENAME TO gone`;
    list = { kind: 'found', value: [] };
    await expect(sync()).rejects.toThrow('data_plan');
    expect(await latestCatalogueSync(database.db)).toMatchObject({
      summary: null,
      fault: expect.stringContaining('did not save everything'),
    });
  });
});
