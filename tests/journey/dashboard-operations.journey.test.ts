import { eventually } from '@topup/testkit';
import { startTestDashboard, type TestDashboard, WRONG_PASSWORD } from './support/dashboard';

// The dashboard's process as operators see it, on its operations port.

const OPS_TOKEN = 'a-token-of-the-operators';

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startTestDashboard({ OPS_TOKEN });
});
afterAll(() => dashboard?.stop());

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });
const metrics = async () =>
  (await get(`${dashboard.process.opsUrl}/metrics`, { authorization: `Bearer ${OPS_TOKEN}` })).text();
const sampleOf = async (series: string) => {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`topup_dashboard_${series},topup_service=`));
  return Number(line?.split(' ').at(-1) ?? Number.NaN);
};

describe('nobody sees that the dashboard fails, or that somebody guesses passwords', () => {
  test('its health is on the operations port, and as before beside the pages', async () => {
    const { url, opsUrl } = dashboard.process;
    expect(url).not.toBe(opsUrl);
    for (const base of [url, opsUrl])
      for (const path of ['/live', '/ready']) expect((await get(`${base}${path}`)).status).toBe(200);
    expect(await (await get(`${opsUrl}/ready`)).json()).toEqual({
      status: 'ready',
      version: expect.any(String),
      checks: { database: 'ok', schema: 'ok' },
    });
  });

  test('its metrics need the token, and are not where the pages are', async () => {
    const { url, opsUrl } = dashboard.process;
    expect((await get(`${opsUrl}/metrics`)).status).toBe(401);
    expect(await metrics()).toContain('topup_process_start_time_seconds{topup_service="dashboard",');
    expect(await metrics()).toMatch(/^topup_dashboard_database_seconds\{.*\} 0\.\d+$/m);
    const beside = await get(`${url}/metrics`, { authorization: `Bearer ${OPS_TOKEN}` });
    expect(await beside.text()).not.toContain('topup_');
  });

  test('requests are counted by part and status, and failed sign-ins by their reason', async () => {
    expect(await sampleOf('sign_ins_failed_total{why="wrong_credentials"')).toBe(0);
    const user = await dashboard.addUser();
    const at = dashboard.browser();
    expect((await dashboard.signIn(at, user.email, WRONG_PASSWORD)).status).toBe(401);
    expect((await at.get('/api/overview')).status).toBe(401);
    expect((await at.get(`/api/operator/purchases/${user.id}`)).status).toBe(401);
    await eventually(
      () => sampleOf('sign_ins_failed_total{why="wrong_credentials"'),
      (failed) => failed === 1,
    );
    await eventually(
      () =>
        Promise.all(
          ['auth', 'account', 'operator'].map((part) => sampleOf(`requests_total{part="${part}",status="401"`)),
        ),
      (counts) => counts.every((count) => count === 1),
    );
    expect(await metrics()).not.toContain(user.id);
  });
});

describe('a dashboard ends with the reader of its log', () => {
  test('it serves on, and stops in order', async () => {
    dashboard.process.closeOutput();
    // each of them is a line of the log
    for (let n = 0; n < 3; n += 1) expect((await get(`${dashboard.process.url}/api/me`)).status).toBe(401);
    expect(await dashboard.process.stop()).toBe(0);
  });
});
