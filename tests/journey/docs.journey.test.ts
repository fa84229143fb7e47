import { startWorld, type World } from '@topup/testkit';
import { PAGES, read } from '../pages';
import { operatorsOf } from './support/ops';

// Sends every curl line of these pages, and compares the answer with the one below it.

type Shown = { page: string; path: string; method: 'GET' | 'POST'; request: unknown; answer: unknown };

/** A `sh` block with a curl line to the API, and the `json` block that follows it. */
function shownIn(page: string): Shown[] {
  const text = read(page);
  const blocks = [
    ...text.matchAll(/```sh\n(curl [^`]*?127\.0\.0\.1:3000(\/v1[^\s\\']+)[^`]*)```\s*```json\n([^`]*)```/g),
  ];
  return blocks.map(([, curl = '', route = '', answer = '']) => {
    const body = /-d '(\{.*\})'/s.exec(curl)?.[1];
    const method = curl.includes('-X POST') ? 'POST' : 'GET';
    return {
      page,
      path: route,
      method,
      request: body === undefined ? undefined : JSON.parse(body),
      answer: JSON.parse(answer),
    };
  });
}

const shown = PAGES.flatMap(shownIn);

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await operatorsOf(world)('catalogue', 'sync');
});
afterAll(() => world?.stop());

describe('the first request of a newcomer, copied from a page, fails', () => {
  test('the pages contain examples of at least eight endpoints', () => {
    expect(new Set(shown.map(({ path: route }) => route)).size).toBeGreaterThanOrEqual(8);
  });

  test.each(shown)(
    '$page: $method $path answers as the page says',
    async ({ method, path: route, request, answer }) => {
      const { body } = await world.client.call(method, route, request);
      expect(body).toEqual(asPattern(answer));
    },
  );
});

/** Values that change are compared by form. A list must contain the entries that are shown. */
function asPattern(shownValue: unknown, key = ''): unknown {
  if (key === 'token') return expect.stringMatching(/^\d{20}$/);
  if (key === 'pins') return expect.stringMatching(/^\d{12}$/);
  if (key === 'serial') return expect.stringMatching(/^WRN\d{9}$/);
  if (key === 'id') return expect.any(Number);
  if (key === 'changed_at') return expect.stringMatching(/Z$/);
  if (key === 'due_date') return expect.stringMatching(/^\d\d-[A-Z]{3}-\d\d$/);
  if (Array.isArray(shownValue)) return expect.arrayContaining(shownValue.map((item) => asPattern(item)));
  if (typeof shownValue !== 'object' || shownValue === null) return shownValue;
  return Object.fromEntries(Object.entries(shownValue).map(([name, value]) => [name, asPattern(value, name)]));
}
