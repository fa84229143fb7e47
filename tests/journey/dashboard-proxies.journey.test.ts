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
    // each browser of the test sends an address of its own
    const guess = (email: string) => dashboard.signIn(dashboard.browser(), email, WRONG_PASSWORD);
    const guesses = await Promise.all(people.map(({ email }) => guess(email)));
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(GUESSES).fill(401), 429]);
  });
});
