import { TopUp } from '@topup/client';
import { configFile, readConfig } from './config';
import type { Terminal } from './terminal';
import { UsageError } from './usage-error';

/** The service, and which key is used. */
export type Connected = { topup: TopUp; baseUrl: string; apiKey: string; mode: 'live' | 'test' };

/** Where `npm start` of the service listens. */
export const DEFAULT_URL = 'http://127.0.0.1:3000';

/**
 * The service of `--url`, TOPUP_URL or the login, with the key of TOPUP_API_KEY or the login. There is no option for
 * the key: every user of a machine can see the arguments of a program.
 * @throws UsageError without a key, or with a URL that is none
 */
export function connect({ env }: Pick<Terminal, 'env'>, url: string | undefined): Connected {
  const config = env.TOPUP_API_KEY === undefined || env.TOPUP_URL === undefined ? readConfig(configFile(env)) : null;
  const apiKey = env.TOPUP_API_KEY ?? config?.apiKey;
  if (apiKey === undefined) throw new UsageError('There is no API key. Run `topup login`, or set TOPUP_API_KEY.');
  return connectWith({ baseUrl: url ?? env.TOPUP_URL ?? config?.baseUrl ?? DEFAULT_URL, apiKey });
}

/**
 * The same for what the service does only with a test key: with a live one it answers that there is no such path.
 * @throws UsageError also with a live key
 */
export function connectInTest(terminal: Pick<Terminal, 'env'>, url: string | undefined): Connected {
  const connected = connect(terminal, url);
  if (connected.mode === 'live')
    throw new UsageError('This works only with a test key, tup_test_…: run `topup login`, or set TOPUP_API_KEY.');
  return connected;
}

/** @throws UsageError when the URL or the key cannot be one */
export function connectWith({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Connected {
  if (!/^tup_(live|test)_[\w-]+$/.test(apiKey))
    throw new UsageError('That is no API key. One begins with tup_test_ or tup_live_.');
  try {
    const topup = new TopUp({ baseUrl, apiKey });
    return { topup, baseUrl, apiKey, mode: apiKey.startsWith('tup_test_') ? 'test' : 'live' };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
