import { openOperatorWorld } from '../testing/operator-world';

const { world } = openOperatorWorld();

describe('a client’s user who reads or changes the data of all accounts', () => {
  const id = '0199f3a2-7c1e-7b60-9d3e-0123456789ab';
  test.each([
    ...[
      'overview',
      'accounts',
      `accounts/${id}`,
      'tiers',
      'purchases',
      'purchases/x',
      'provider',
      'queues',
      'backlog',
    ].map((path) => ['get', path] as const),
    ...['catalogue?tier=standard', 'catalogue/sync', 'books', `books/${id}`, 'actions', 'nothing'].map(
      (path) => ['get', path] as const,
    ),
    ...['accounts', `accounts/${id}/status`, `accounts/${id}/tier`, `accounts/${id}/fund`, `accounts/${id}/users`].map(
      (path) => ['post', path] as const,
    ),
    ...[`users/${id}/link`, `users/${id}/disable`, 'tiers', 'purchases/x/requery', 'purchases/x/settle'].map(
      (path) => ['post', path] as const,
    ),
    ...['catalogue/sync', 'catalogue/announce', 'catalogue/retire', 'catalogue/withdraw', 'catalogue/restore'].map(
      (path) => ['post', path] as const,
    ),
    ['get', 'mappings'] as const,
    ['get', 'services'] as const,
    ...['announce', 'withdraw'].map((verb) => ['post', `services/${verb}`] as const),
    ...['import', 'import/preview', 'close'].map((path) => ['post', `reconciliation/${path}`] as const),
    ...['confirm', 'reject', 'accept', 'make'].map((verb) => ['post', `mappings/${verb}`] as const),
    ...['prices', 'prices/clear', 'books', 'provider/close', 'provider/open'].map((path) => ['post', path] as const),
  ])('is refused: %s /%s', async (method, path) => {
    for (const role of ['owner', 'viewer'] as const)
      expect((await world().call(method, `/api/operator/${path}`, role).expect(403)).body).toMatchObject({
        code: 'not_an_operator',
      });
    await world().call(method, `/api/operator/${path}`, null).expect(401);
  });
});
