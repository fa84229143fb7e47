import { messages } from '@topup/core/purchase';
import { createProviders, type LiveProvider } from '@topup/providers';
import { createLog } from '@topup/runtime';
import { loadSettings } from '@topup/runtime/settings';
import { database, logging, provider as providerSettings, queueStore, sending } from '@topup/settings';
import { Worker } from 'bullmq';
import { openNaiveDatabase } from './database';
import { type NaiveJob, QUEUE } from './job';

const CONCURRENCY = 64; // of the values tried, the one with which the naive design sells most

const settings = loadSettings({
  ...database,
  ...queueStore,
  ...logging,
  ...providerSettings,
  PROVIDER_TIMEOUT_MS: sending.PROVIDER_TIMEOUT_MS,
});
const log = createLog('naive-worker', settings.LOG_LEVEL);
const prisma = openNaiveDatabase(settings.DATABASE_URL);
const [provider] = createProviders(settings, { onOddity: (text) => log.error(text) }) as [LiveProvider];

/**
 * Sends a debited purchase with the service's own adapter, so that the call costs the same, and records it in one
 * update.
 */
async function sell({ purchaseId, network, phone, amountKobo }: NaiveJob): Promise<void> {
  const sentAt = new Date();
  const until = performance.now() + settings.PROVIDER_TIMEOUT_MS;
  const providerRef = provider.mintRef(purchaseId, sentAt);
  const terms = { serviceId: network, variationCode: null, subscriptionType: null, contactPhone: phone };
  const outcome = await provider.send(
    {
      ...terms,
      provider: provider.name,
      accountId: purchaseId,
      providerRef,
      productType: 'AIRTIME',
      recipient: phone,
      amountKobo: BigInt(amountKobo),
    },
    { remainingMs: () => until - performance.now() },
  );
  if (outcome.kind !== 'delivered') throw new Error(`the provider answered ${outcome.kind}`);
  await prisma.purchase.updateMany({
    where: { id: purchaseId },
    data: {
      status: 'success',
      cause: 'provider_delivered',
      message: messages.success('AIRTIME'),
      sends: 1,
      sentAt,
      providerRef,
      costKobo: outcome.costKobo,
      finalAt: new Date(),
    },
  });
}

async function main(): Promise<void> {
  const connection = { url: settings.REDIS_URL ?? '', maxRetriesPerRequest: null };
  const worker = new Worker<NaiveJob>(QUEUE, ({ data }) => sell(data), {
    connection,
    concurrency: CONCURRENCY,
  });
  worker.on('error', (error) => log.warn(error.message));
  worker.on('failed', (_job, error) => log.warn('a job failed', { error: error.message }));
  await worker.waitUntilReady();
  process.send?.({ port: 0 });
}

void main();
