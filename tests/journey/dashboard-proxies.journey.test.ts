import { startTestDashboard, type TestDashboard, WRONG_PASSWORD } from './support/dashboard';

const GUESSES = 20; // from one address in 15 minutes

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startTestDashboard({ TRUSTED_PROXIES: '' });
});
afterAll(() => dashboard?.stop());

describe('somebody who guesses passwords claims to be at another address each time', () => {
  // fault C21
  test('X-Forwarded-For is not believed without TRUSTED_PROXIES, also from a private address', async () => {
    const people = await Promise.all(Array.from({ length: GUESSES + 1 }, () => dashboard.addUser('operator')));
    const statuses: number[] = [];
    // one by one, since many hashes at a time get 503; each browser of the test sends an address of its own
    for (const { email } of people) {
      const { status } = await dashboard.signIn(dashboard.browser(), email, WRONG_PASSWORD);
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(GUESSES).fill(401), 429]);
  });
});
