// Reads the changes of one account into FILE, a line for each page, and goes on from its last complete line. Before
// each page it asks its parent for an api; when the parent says `last`, it reads to the end and exits with 0.
const { appendFileSync, existsSync, readFileSync, truncateSync } = require('node:fs');
const { once } = require('node:events');
const { setTimeout: sleep } = require('node:timers/promises');

const { FILE, KEY } = process.env;
/** A crowd of 40 purchases takes several pages. */
const LIMIT = 5;
const WAIT_SECONDS = 10;
/** An api can be frozen or cut off while it holds the page back. */
const GIVEN_UP_MS = 20_000;
const AGAIN_MS = 300;

function lastCursor() {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const lines = text.slice(0, text.lastIndexOf('\n') + 1);
  if (lines.length < text.length) truncateSync(FILE, Buffer.byteLength(lines));
  const last = lines.trimEnd().split('\n').at(-1);
  return last ? JSON.parse(last).cursor : undefined;
}

async function whatNow() {
  const told = once(process, 'message');
  process.send('next');
  const [now] = await told;
  return now;
}

/** Undefined when there was no page: the api is away, or has declined. @throws when it refuses the request */
async function pageAfter(cursor, { url, last }) {
  const query = new URLSearchParams({
    limit: String(LIMIT),
    wait: String(last ? 0 : WAIT_SECONDS),
    ...(cursor && { after: cursor }),
  });
  const page = await fetch(`${url}/v1/transactions/changes?${query}`, {
    headers: { authorization: `Bearer ${KEY}` },
    signal: AbortSignal.timeout(GIVEN_UP_MS),
  })
    .then(async (response) => ({ status: response.status, body: await response.json() }))
    .catch(() => undefined);
  if (page?.status === 200) return page.body;
  if (page !== undefined && page.status < 500 && page.status !== 429)
    throw new Error(`${page.status} after ${cursor}: ${JSON.stringify(page.body)}`);
  return undefined;
}

async function read() {
  for (let cursor = lastCursor(); ; ) {
    const now = await whatNow();
    const page = now.url === null ? undefined : await pageAfter(cursor, now);
    if (page === undefined) {
      await sleep(AGAIN_MS);
      continue;
    }
    cursor = page.next_cursor;
    const rows = page.data.map(({ reference, status, changed_at }) => ({ reference, status, changed_at }));
    appendFileSync(FILE, `${JSON.stringify({ rows, cursor })}\n`);
    if (now.last && rows.length === 0) return;
  }
}

process.on('disconnect', () => process.exit(1));
read().then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${error.message}\n`, () => process.exit(1));
  },
);
