import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');

/** Code that opens a connection to somebody: by its import, or by its call. */
const OPENS =
  /import (?!type\b)(?:\w+|\* as \w+|\{[^}]*\b(?:request|get|connect|createConnection|Agent|createTransport)\b[^}]*\}) from '(?:node:)?(?:https?|http2|net|tls|dgram|axios|undici|nodemailer)'|from '(?:axios|undici)'|\bimport\('(?:node:)?(?:https?|http2|net|tls)'\)|(?<![.\w])(?:fetch|WebSocket|EventSource)\(|from '@opentelemetry\/exporter/;

/** Every file of a server process that could ask a peer for something, and why it cannot be kept busy by it. */
const OUTGOING: Record<string, string> = {
  'packages/providers/src/http/connections.ts': 'dials for exchange-once.ts, which makes the requests and counts',
  'packages/runtime/src/mailer.ts': 'SMTP, to the mail server of the operator',
  'packages/runtime/src/tracing/open-telemetry.ts': 'to the collector of the operator',
  'apps/ops/src/commands/status.ts': 'an operator asks the operations ports of the service, for 15 s at most',
  'apps/api/src/openapi/code-samples.ts': 'text for readers',
  'apps/api/src/routes/docs/reference.ts': 'a script of the page, run by a browser',
};

const sources = execFileSync('git', ['ls-files', 'apps', 'packages'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(apps\/(api|worker|dashboard|ops)|packages\/(core|providers|runtime|settings))\/src\//.test(file))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

describe('a process asks a peer without counting what the peer sends', () => {
  test('every file that can open a connection is known', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((file) => OPENS.test(read(file))).sort()).toEqual(Object.keys(OUTGOING).sort());
  });

  test('only one of them opens HTTP requests, and it counts each', () => {
    const asks = /\bhttps?\.(?:request|get)\(|\baxios(?:\.\w|\()|\bclient\.(?:dispatch|request|stream|pipeline)\(/;
    expect(sources.filter((file) => asks.test(read(file)))).toEqual(['packages/providers/src/http/exchange-once.ts']);
  });
});
