import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeIf, onThePath } from '@topup/testkit';
import { read } from '../pages';

// Tries the functions of docs/integrate/verify-signatures.md as they stand there: on what the service signs, and on
// what it does not. A check that accepts too much is worse than none.

/**
 * `sample` and `main` are files. `main` reads a check from each line, `signature` or `hash` and its arguments in
 * base64, separated by tabs, and prints true or false. `run`: to compile and run both, the last of them with the
 * checks.
 */
export type Language = {
  label: string;
  fence: string;
  sample: string;
  main: [file: string, text: string];
  run: [program: string, ...args: string[]][];
};

type SignatureVector = {
  name: string;
  secret: string;
  headers: Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  body: string;
  now: number;
  valid: boolean;
};
type HashVector = { name: string; keys: string[]; body: unknown; valid: boolean };

type Check = { name: string; lines: string[]; valid: boolean };

const line = (kind: string, ...values: string[]) =>
  [kind, ...values.map((value) => Buffer.from(value).toString('base64'))].join('\t');

function signatureChecks(): Check[] {
  const vectors: SignatureVector[] = JSON.parse(read('clients/vectors/signature-vectors.json'));
  return vectors.map(({ name, headers, body, secret, now, valid }) => {
    const [id, time, signatures] = [headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature']];
    return { name, lines: [line('signature', body, id, time, signatures, secret, String(now))], valid };
  });
}

/** A hash is right if it fits one of the keys. Left out is what is no event, because the functions get texts alone. */
function hashChecks(): Check[] {
  const vectors: HashVector[] = JSON.parse(read('clients/vectors/webhook-vectors.json'));
  return vectors.flatMap(({ name, keys, body, valid }) => {
    if (!isEvent(body)) return [];
    return {
      name: `hash: ${name}`,
      lines: ['', ...keys].map((key) => line('hash', key, body.reference, body.hash)),
      valid,
    };
  });
}

const FIELDS = ['event', 'reference', 'status', 'amount', 'product_type', 'details', 'hash', 'timestamp'];

const isEvent = (body: unknown): body is Record<'reference' | 'hash', string> =>
  FIELDS.every((name) => typeof (body as Record<string, unknown> | null)?.[name] === 'string');

/** Declares the tests of a language. Without it they are skipped. */
export function describeSamples({ label, fence, sample, main, run }: Language): void {
  const missing = run.map(([program]) => program).filter((program) => onThePath(program) === undefined);
  const reason = `${missing.join(' and ')} is not on this machine`;
  describeIf(missing.length === 0, `the check of signatures in ${label} accepts a forged event`, reason, () => {
    const checks = [...signatureChecks(), ...hashChecks()];
    let judged: boolean[];
    beforeAll(() => {
      const directory = mkdtempSync(path.join(tmpdir(), 'topup-samples-'));
      try {
        writeFileSync(path.join(directory, sample), codeOf(fence));
        writeFileSync(path.join(directory, main[0]), main[1]);
        judged = judge(checks, directory, run);
      } finally {
        rmSync(directory, { recursive: true });
      }
    });

    test.each(checks.map(({ name, valid }, i) => ({ name, i, judgement: valid ? 'accepts' : 'rejects' })))(
      '$judgement: $name',
      ({ i, judgement }) => {
        expect(judged[i] ? 'accepts' : 'rejects').toBe(judgement);
      },
    );
  });
}

function codeOf(fence: string): string {
  const blocks = [...read('docs/integrate/verify-signatures.md').matchAll(/```(\w+)\n(.*?)```/gs)];
  const found = blocks.flatMap(([, language, code = '']) => (language === fence ? code : []));
  if (found.length !== 1) throw new Error(`docs/integrate/verify-signatures.md has ${found.length} blocks of ${fence}`);
  return found.join('');
}

/** Returns the program's verdict on each check: a check of several lines is right if one of them is. */
function judge(checks: Check[], directory: string, commands: Language['run']): boolean[] {
  const input = `${checks.flatMap(({ lines }) => lines).join('\n')}\n`;
  let printed = '';
  for (const [program, ...args] of commands) {
    const env = { PATH: process.env.PATH, GOCACHE: path.join(tmpdir(), 'topup-go-cache'), GO111MODULE: 'off' };
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: directory,
      env,
      input,
      encoding: 'utf8',
    });
    if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`);
    printed = stdout;
  }
  const said = printed.trim().split(/\s+/);
  if (said.length !== checks.flatMap(({ lines }) => lines).length) throw new Error(`unexpected output:\n${printed}`);
  return checks.map(({ lines }) =>
    said
      .splice(0, lines.length)
      .map((word) => word.toLowerCase() === 'true')
      .includes(true),
  );
}
