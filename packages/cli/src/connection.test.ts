import { freePort } from '@topup/embedded';
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

describe('somebody takes a service that cannot be reached for a purchase that failed, or for a lost one', () => {
  const run = async (url: string, ...words: string[]) => {
    const terminal = testTerminal({ TOPUP_URL: url, TOPUP_API_KEY: 'tup_test_key' });
    return { code: await runProgram(words, terminal), ...terminal.printed };
  };
  const BUY = ['buy', 'airtime', '--network', 'mtn', '--phone', '08031234567', '--amount', '100', '--reference', 'r-1'];

  test('nothing listens there: the address, the money and what to do are said', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { code, err } = await run(url, ...BUY);
    expect([code, err]).toEqual([1, expect.stringContaining(`The service at ${url} cannot be reached`)]);
    expect(err).toContain('This call sold nothing and moved no money. Check the URL, the network and that');
  });

  test('the status of a purchase that may be sold stays unknown', async () => {
    const { code, err } = await run(`http://127.0.0.1:${await freePort()}`, 'status', 'r-1');
    expect([code, err]).toEqual([3, expect.stringContaining('cannot be reached')]);
    expect(err).not.toContain('sold nothing');
  });

  test('Node refuses the port: it is named, and another one is asked for', async () => {
    const { code, err } = await run('http://127.0.0.1:6000', ...BUY);
    expect([code, err]).toEqual([1, expect.stringContaining("Node's fetch refuses port 6000")]);
    expect(err).toContain('This call sold nothing and moved no money. Choose another port for the service.');
  });
});
