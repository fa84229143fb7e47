import { runProgram } from './program';
import { startService, type TestService, testTerminal } from './testing/service';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('somebody with a live key is told that a path is missing, and not which key they need', () => {
  test.each([
    ['fund', ['fund', '100']],
    ['listen', ['listen']],
    ['trigger', ['trigger', 'airtime.purchase.success']],
  ])('%s', async (_, words) => {
    let asked = 0;
    service.serve = (_path, response) => {
      asked += 1;
      response.destroy();
    };
    const terminal = testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_live_key' });
    expect(await runProgram(words, terminal)).toBe(2);
    expect(terminal.printed).toEqual({ out: '', err: expect.stringContaining('only with a test key, tup_test_') });
    expect(asked).toBe(0);
  });
});
