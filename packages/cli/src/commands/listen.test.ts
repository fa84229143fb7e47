import { runProgram } from '../program';
import { startService, type TestService, testTerminal } from '../testing/service';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const event = { event: 'airtime.purchase.success', reference: 'test-1', timestamp: '2026-11-22T09:30:00.000Z' };
const message = (name: string, data: object) => `event: ${name}\nid: 1\ndata: ${JSON.stringify(data)}\n\n`;

describe('somebody forwards events to a port that Node refuses, and looks for a fault of the network', () => {
  test.each([
    ['to people', [], '→ Node refuses port 9 (choose another one) in'],
    ['as JSON', ['--json'], '"error":"Node refuses port 9 (choose another one)"'],
  ])('%s the port is named', async (_, more, said) => {
    service.serve = (_path, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/event-stream' })
        .write(
          message('ready', { webhook_secret: 's' }) + message('purchase', { headers: {}, body: JSON.stringify(event) }),
        );
    const terminal = testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' });
    const { out } = terminal;
    terminal.out = (text) => {
      out(text);
      if (terminal.printed.out.includes('test-1')) terminal.interrupt();
    };
    expect(await runProgram([...more, 'listen', '--forward-to', 'http://127.0.0.1:9/'], terminal)).toBe(0);
    expect(terminal.printed.out).toContain(said);
  });
});
