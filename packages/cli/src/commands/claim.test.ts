import { runProgram } from '../program';
import { answer, startService, type TestService, testTerminal } from '../testing/service';

const NOTE = 'The customer got no airtime.';
const OPEN = { request_ref: 'order-1', state: 'open', answered_at: null, answer: null };
const CONFIRMED = {
  ...{ request_ref: 'order-1', state: 'confirmed' },
  ...{ answered_at: '2026-11-21T12:05:14.202Z', answer: 'MTN, ticket 4713' },
};

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Runs the command while the service responds with this. Returns the exit code, and what it printed and was sent. */
async function ran(status: number, body: object, words: string[] = [], headers: Record<string, string> = {}) {
  const sent: unknown[] = [];
  service.serve = async (path, response, request) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    sent.push([request.method, path, JSON.parse(Buffer.concat(chunks).toString())]);
    answer(response, status, body, headers);
  };
  const terminal = testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' });
  const code = await runProgram([...words, 'claim', 'order-1', '--note', NOTE], terminal);
  return { code, sent, ...terminal.printed };
}
const of = (data: object) => ({ status: 'success', message: 'This claim.', data });

describe('somebody cannot tell us that their customer received nothing, or never reads our answer', () => {
  test('the claim is filed with the note, and how to read the answer is said', async () => {
    const { code, sent, out, err } = await ran(200, of(OPEN));
    expect(sent).toEqual([['POST', '/v1/transaction/claim', { request_ref: 'order-1', note: NOTE }]]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe('Reference  order-1\nState      open\nRun the same command again to read the answer.\n');
  });

  test('a later call prints the answer, and when it came', async () => {
    const { code, out } = await ran(200, of(CONFIRMED));
    expect([code, out.split('\n').map((line) => line.split(/ {2,}/))]).toEqual([
      0,
      [
        ['Reference', 'order-1'],
        ['State', 'confirmed'],
        ['Answered at', CONFIRMED.answered_at],
        ['Answer', CONFIRMED.answer],
        [''],
      ],
    ]);
  });

  test.each([[OPEN], [CONFIRMED]])('a program gets it as the API returns it: %j', async (claim) => {
    const { code, out } = await ran(200, of(claim), ['--json']);
    expect([code, JSON.parse(out)]).toEqual([0, claim]);
  });

  test.each([
    ['is not successful', 400, 'not_successful'],
    ['is not known', 404, 'transaction_not_found'],
  ])('a purchase that %s: exit code 1, and why', async (_, status, code) => {
    const refused = { status: 'error', message: 'Nothing was changed.' };
    const said = await ran(status, refused, [], { 'X-Error-Code': code });
    expect([said.code, said.out]).toEqual([1, '']);
    expect(said.err).toContain('Nothing was changed.');
    expect(said.err).toMatch(new RegExp(`^Code +${code}$`, 'm'));
    const asJson = await ran(status, refused, ['--json'], { 'X-Error-Code': code });
    expect([asJson.code, JSON.parse(asJson.out).error]).toEqual([1, expect.objectContaining({ code })]);
  });
});
