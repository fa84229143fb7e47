import { createLog } from './log';

let written: string[];
beforeEach(() => {
  written = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => jest.restoreAllMocks());

const circle: Record<string, unknown> = {};
circle.circle = circle;

describe('what happened to money could not be read afterwards', () => {
  test.each([
    ['flat', { purchase: '1', outcome: 'delivered', code: undefined }, { purchase: '1', outcome: 'delivered' }],
    ['bigints', { amountKobo: 10_050n }, { amountKobo: '10050' }],
    ['circles', { circle }, { circle: { circle: '[Circular]' } }],
  ])('an entry is one line of JSON, on standard output when the call returns, even with %s', (_, fields, expected) => {
    createLog('worker', 'info').error('two\nlines', fields);
    expect(written).toEqual([expect.stringMatching(/^[^\n]*\n$/)]);
    expect(JSON.parse(String(written))).toEqual({
      level: 'error',
      message: 'two\nlines',
      service: 'worker',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      ...expected,
    });
  });

  test('what is below the level is not written', () => {
    createLog('worker', 'warn').info('x');
    expect(written).toEqual([]);
  });
});
