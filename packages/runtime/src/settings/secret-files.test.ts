import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  allOrNone,
  confidential,
  environmentText,
  loadSettings,
  optional,
  required,
  secret,
  text,
  url,
  withRule,
} from './index';

const schema = {
  KEY: confidential(required(text(), 'A key.')),
  OTHER: optional(text(), 'No secret.'),
};

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'topup-secrets-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

function fileOf(content: string): string {
  const file = path.join(directory, `secret-${Math.random()}`);
  writeFileSync(file, content);
  return file;
}

const load = (given: Record<string, string>) => loadSettings(schema, { DATA_DIR: '/nonexistent', ...given });

describe('a secret in a file', () => {
  test.each([
    ['abc', 'abc'],
    ['abc\n', 'abc'],
    ['abc\r\n', 'abc'],
    ['abc\n\n', 'abc\n'],
    [' abc ', ' abc '],
  ])('%j is read as %j: one line break at its end is the editor’s', (content, value) => {
    expect(load({ KEY_FILE: fileOf(content) }).KEY).toBe(value);
  });

  test('given in both ways is a fault, because one of the two would be ignored', () => {
    expect(() => load({ KEY: 'abc', KEY_FILE: fileOf('def') })).toThrow('KEY and KEY_FILE are both set');
    expect(load({ KEY: '', KEY_FILE: fileOf('def') }).KEY).toBe('def');
    expect(load({ KEY: 'abc', KEY_FILE: ' ' }).KEY).toBe('abc');
  });

  test('that cannot be read is a fault that names the setting and the reason, and nothing of the secret', () => {
    expect(() => load({ KEY_FILE: path.join(directory, 'none') })).toThrow(/KEY_FILE cannot be used: .*ENOENT/);
    expect(() => load({ KEY_FILE: fileOf('\n') })).toThrow(/KEY_FILE cannot be used: .*it is empty/);
    expect(() => load({ KEY_FILE: path.join(directory, 'none') })).not.toThrow(/KEY is required/);
  });

  test('is parsed like one in the environment', () => {
    const key = { KEY: confidential(required(secret(), '')) };
    const read = (given: Record<string, string>) => loadSettings(key, { DATA_DIR: '/nonexistent', ...given }).KEY;
    expect(read({ KEY_FILE: fileOf(`${'ab'.repeat(32)}\n`) })).toEqual(Buffer.alloc(32, 0xab));
    expect(() => read({ KEY_FILE: fileOf('short') })).toThrow('32 bytes in hex or base64');
  });

  test('takes the place of what runtime.json says', () => {
    writeFileSync(path.join(directory, 'runtime.json'), JSON.stringify({ KEY: 'kept' }));
    expect(loadSettings(schema, { DATA_DIR: directory }).KEY).toBe('kept');
    expect(loadSettings(schema, { DATA_DIR: directory, KEY_FILE: fileOf('def') }).KEY).toBe('def');
  });

  test('belongs to a group of settings like any other', () => {
    const group = {
      MAIL_URL: confidential(withRule(optional(url('smtp'), ''), allOrNone(['MAIL_URL', 'MAIL_FROM'], 'MAIL_*'))),
      MAIL_FROM: optional(text(), ''),
    };
    const read = (given: Record<string, string>) => loadSettings(group, { DATA_DIR: '/nonexistent', ...given });
    expect(read({ MAIL_URL_FILE: fileOf('smtp://x'), MAIL_FROM: 'a' })).toEqual({
      MAIL_URL: 'smtp://x',
      MAIL_FROM: 'a',
    });
    expect(() => read({ MAIL_URL_FILE: fileOf('smtp://x') })).toThrow('MAIL_FROM must be set too');
  });

  test('is in the environment as text, for the processes that npm start starts', () => {
    expect(environmentText(schema, { KEY_FILE: fileOf('def\n'), OTHER: '1' })).toMatchObject({
      KEY: 'def',
      OTHER: '1',
    });
    expect(() => environmentText(schema, { KEY_FILE: path.join(directory, 'none') })).toThrow('KEY_FILE');
  });
});

test('a setting that is no secret is not read from a file: its name may mean something else', () => {
  expect(load({ KEY: 'abc', OTHER_FILE: fileOf('def') }).OTHER).toBeUndefined();
});

describe('a secret that is published with the source', () => {
  const PUBLISHED = [
    'development-only',
    'postgresql://topup:development-only@db/topup',
    'smtps://user:password@mail.x',
  ];

  test.each(PUBLISHED)('%s is refused in production, in the environment and in a file', (value) => {
    const refused = 'KEY is an example that everybody can read: NODE_ENV=production needs one of your own';
    expect(() => load({ KEY: value, NODE_ENV: 'production' })).toThrow(refused);
    expect(() => load({ KEY_FILE: fileOf(`${value}\n`), NODE_ENV: 'production' })).toThrow(refused);
    expect(load({ KEY: value, NODE_ENV: 'development' }).KEY).toBe(value);
    expect(load({ KEY: value }).KEY).toBe(value);
  });

  test.each(['development-only-and-mine', 'postgresql://topup:x@password/topup', 'redis://password:6379'])(
    '%s only looks like one',
    (value) => {
      expect(load({ KEY: value, NODE_ENV: 'production' }).KEY).toBe(value);
    },
  );
});
