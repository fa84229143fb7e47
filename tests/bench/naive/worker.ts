import { messages } from '@topup/core/purchase';
import { createProvider } from '@topup/providers';
import { createLog, loadSettings, settingGroups } from '@topup/runtime';
import { Worker } from 'bullmq';
import { openNaiveDatabase } from './database';
import { type NaiveJob, QUEUE } from './job';

const settings = loadSettings([
  'DATABASE_URL',
  'REDIS_URL',
  'LOG_LEVEL',
  'WORKER_CONCURRENCY',
  'PROVIDER_TIMEOUT_MS',
  ...settingGroups.provider,
]);
const log = createLog('naive-worker', settings.LOG_LEVEL);
const prisma = openNaiveDatabase(settings.DATABASE_URL);
const provider = createProvider(settings, (text) => log.error(text));

/** Sells what was debited, by the provider's own adapter, so that the call costs what it costs the service, and notes it in one update. */
async function sell({ purchaseId, network, phone, amountKobo }: NaiveJob): Promise<void> {
  const sentAt = new Date();
  const until = performance.now() + settings.PROVIDER_TIMEOUT_MS;
  const providerRef = provider.mintRef(purchaseId, sentAt);
  const terms = { serviceId: network, variationCode: null, subscriptionType: null, contactPhone: phone };
  const outcome = await provider.send(
    { ...terms, providerRef, productType: 'AIRTIME', recipient: phone, amountKobo: BigInt(amountKobo) },
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
    concurrency: settings.WORKER_CONCURRENCY,
  });
  worker.on('error', (error) => log.warn(error.message));
  worker.on('failed', (_job, error) => log.warn('a job failed', { error: error.message }));
  await worker.waitUntilReady();
  process.send?.({ port: 0 });
}

void main();
