import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEFAULT_OPTIONS, readSettings } from './settings';

describe('settings that nobody chose', () => {
  it('listens on 127.0.0.1:3003 with the published keys by default', () => {
    expect(readSettings({})).toEqual({ host: '127.0.0.1', port: 3003, options: DEFAULT_OPTIONS });
  });

  it('counts an empty value as unset', () => {
    expect(
      readSettings({ SANDBOX_PORT: '', SANDBOX_FILE: '', SANDBOX_VENDS_EVERY_POST: '', VTPASS_API_KEY: '' }),
    ).toEqual(readSettings({}));
  });

  it('counts what Kubernetes sets for a Service of that name as unset', () => {
    expect(readSettings({ SANDBOX_PORT: 'tcp://10.96.41.7:3003' })).toEqual(readSettings({}));
  });

  it('reads every setting', () => {
    const { host, port, options } = readSettings({
      SANDBOX_HOST: '0.0.0.0',
      SANDBOX_PORT: '0',
      SANDBOX_FILE: 'sandbox.jsonl',
      SANDBOX_PENDING_REQUERIES: '5',
      SANDBOX_DUPLICATE_WINDOW_MS: '30000',
      SANDBOX_VENDS_EVERY_POST: 'true',
      SANDBOX_CALLBACK_URL: 'http://127.0.0.1:3000/hook',
      SANDBOX_NOTICE_URL: 'http://127.0.0.1:3000/notices',
      VTPASS_API_KEY: 'a',
      VTPASS_PUBLIC_KEY: 'p',
      VTPASS_SECRET_KEY: 's',
      MONNIFY_API_KEY: 'ma',
      MONNIFY_SECRET_KEY: 'ms',
      MONNIFY_WALLET_ACCOUNT: '1234567890',
      MONNIFY_CONTRACT_CODE: '1234567890',
      RELOADLY_CLIENT_ID: 'ri',
      RELOADLY_CLIENT_SECRET: 'rs',
    });
    expect({ host, port }).toEqual({ host: '0.0.0.0', port: 0 });
    expect(options).toMatchObject({
      file: 'sandbox.jsonl',
      pendingRequeries: 5,
      duplicateWindowMs: 30_000,
      vendsEveryPost: true,
    });
    expect(options.callbackUrl).toBe('http://127.0.0.1:3000/hook');
    expect(options.noticeUrl).toBe('http://127.0.0.1:3000/notices');
    expect(options.keys).toMatchObject({
      VTPASS_API_KEY: 'a',
      VTPASS_PUBLIC_KEY: 'p',
      VTPASS_SECRET_KEY: 's',
      MONNIFY_API_KEY: 'ma',
      MONNIFY_SECRET_KEY: 'ms',
      MONNIFY_WALLET_ACCOUNT: '1234567890',
      MONNIFY_CONTRACT_CODE: '1234567890',
      RELOADLY_CLIENT_ID: 'ri',
      RELOADLY_CLIENT_SECRET: 'rs',
    });
  });

  it('names every wrong setting at once', () => {
    const numbers = { SANDBOX_PORT: '70000', SANDBOX_PENDING_REQUERIES: '-1' };
    const read = () => readSettings({ ...numbers, SANDBOX_VENDS_EVERY_POST: 'yes', SANDBOX_CALLBACK_URL: 'ftp://x' });
    expect(read).toThrow(
      /SANDBOX_PORT .*\nSANDBOX_PENDING_REQUERIES .*\nSANDBOX_VENDS_EVERY_POST .*\nSANDBOX_CALLBACK_URL /,
    );
    expect(() => readSettings({ SANDBOX_CALLBACK_URL: 'hook' })).toThrow(/SANDBOX_CALLBACK_URL must be/);
  });
});

describe('a key that the other processes read from a file is another one in the sandbox', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sandbox-keys-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const file = path.join(directory, 'key');

  it.each(Object.keys(DEFAULT_OPTIONS.keys))('reads %s from its file', (name) => {
    writeFileSync(file, 'own\n');
    expect(readSettings({ [`${name}_FILE`]: file }).options.keys).toEqual({ ...DEFAULT_OPTIONS.keys, [name]: 'own' });
  });

  it('declines a file that is missing, and a key that is set twice', () => {
    const lost = { VTPASS_API_KEY_FILE: path.join(directory, 'lost') };
    expect(() => readSettings({ ...lost, VTPASS_SECRET_KEY: 's', VTPASS_SECRET_KEY_FILE: file })).toThrow(
      /VTPASS_API_KEY_FILE cannot be used.*\n.*VTPASS_SECRET_KEY and VTPASS_SECRET_KEY_FILE are both set/,
    );
  });
});
