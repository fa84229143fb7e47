import { setTimeout as sleep } from 'node:timers/promises';
import type { TestAccount, WebhookReceiver } from '@topup/testkit';
import type { Service } from './test-bed';

export type TestClient = { account: TestAccount; receiver: WebhookReceiver | undefined };

/** More than the abuser can spend in two hours: 90,000 naira a second. */
const ABUSER_NAIRA = 900_000_000;
const RICH_NAIRA = 100_000_000;
const POOR_NAIRA = 5_000;

/** The greatest float that the sandbox takes. */
export const FULL_FLOAT_NAIRA = 1_000_000_000;
const EVERY_MS = 15_000;

export type Clientele = { others: TestClient[]; poor: TestAccount; abuser: TestClient | undefined };

export type Receivers = Record<'good' | 'bad' | 'poor', WebhookReceiver> & { abuser?: WebhookReceiver };

/**
 * Four kinds of client: with a good receiver, with a bad one, with none, and with little money and a bad one over TLS.
 * And the abuser.
 */
export async function openAccounts(
  { world }: Pick<Service, 'world'>,
  { good, bad, poor, abuser }: Receivers,
): Promise<Clientele> {
  const open = async (naira: number, receiver: WebhookReceiver | undefined) => {
    const account = await world.addAccount(naira);
    if (receiver !== undefined) await world.clientFor(account).setWebhook(receiver.url);
    return { account, receiver };
  };
  const others = [await open(RICH_NAIRA, good), await open(RICH_NAIRA, bad), await open(RICH_NAIRA, undefined)];
  const short = await open(POOR_NAIRA, poor);
  return {
    others: [...others, short],
    poor: short.account,
    abuser: abuser && (await open(ABUSER_NAIRA, abuser)),
  };
}

/** Funds the poor account every 15 s, so that it goes on buying and goes on running out of money. */
export async function fundPoorAccount(
  { world }: Pick<Service, 'world'>,
  { id }: TestAccount,
  until: AbortSignal,
): Promise<void> {
  for (let n = 1; !until.aborted; n += 1) {
    await sleep(EVERY_MS, undefined, { signal: until }).catch(() => undefined);
    // the database may be away
    await world
      .sql("SELECT (write_entry($1, 'funding', 500000, $2, NULL, NULL)).id", [id, `more ${n}`])
      .catch(() => undefined);
  }
}

/**
 * Fills our floats at the sandbox now and every 15 s. Otherwise a long run uses it up, and then sells nothing more. One
 * filling pays for 160,000 of the dearest purchases.
 */
export async function keepFloatsFull(
  sandboxUrl: string,
  providers: readonly string[],
  until: AbortSignal,
  everyMs = EVERY_MS,
): Promise<void> {
  const fill = (provider: string) =>
    fetch(`${sandboxUrl}/float`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider, naira: FULL_FLOAT_NAIRA }),
      signal: AbortSignal.timeout(EVERY_MS),
    })
      .then((response) => response.arrayBuffer())
      // the sandbox may be away, or frozen
      .catch(() => undefined);
  while (!until.aborted) {
    await Promise.all(providers.map(fill));
    await sleep(everyMs, undefined, { signal: until }).catch(() => undefined);
  }
}
