import { AppError } from '@topup/core/errors';
import { messages } from '@topup/core/purchase';
import { formatNaira, newId } from '@topup/core/shared';
import { Queue, QueueEvents } from 'bullmq';
import { type FieldsOf, readFields } from '../../../apps/api/src/http/fields';
import { jsonBody } from '../../../apps/api/src/http/json-body';
import { bodyOf, callerOf } from '../../../apps/api/src/http/request-context';
import { airtimeFields } from '../../../apps/api/src/routes/airtime/purchase.route';
import { type ServerContext, serveWithApiMiddleware } from '../api-middleware';
import { openNaiveDatabase } from './database';
import { type NaiveJob, QUEUE } from './job';

type Fields = FieldsOf<typeof airtimeFields>;

/** The naive design: an interactive transaction for the debit, one job, and a wait until the job is finished. */
async function naivePurchase({ settings }: ServerContext) {
  const prisma = openNaiveDatabase(settings.DATABASE_URL);
  const connection = { url: settings.REDIS_URL ?? '', maxRetriesPerRequest: null };
  const queue = new Queue<NaiveJob>(QUEUE, {
    connection,
    defaultJobOptions: { removeOnComplete: 1_000, removeOnFail: 1_000 },
  });
  const events = new QueueEvents(QUEUE, { connection });
  events.setMaxListeners(0); // each wait adds two
  await events.waitUntilReady();

  /** @returns the id of the debited purchase */
  function debit(accountId: string, order: Fields): Promise<string> {
    const { network, phone, amount, request_ref } = order;
    return prisma.$transaction(async (tx) => {
      const [wallet] = await tx.wallet.updateManyAndReturn({
        where: { accountId, balanceKobo: { gte: amount } },
        data: { balanceKobo: { decrement: amount } },
      });
      if (wallet === undefined) throw new AppError('insufficient_balance');
      const purchaseId = newId();
      const description = `${network.toUpperCase()} airtime of NGN ${formatNaira(amount)} for ${phone}`;
      const providerOrder = { serviceId: network, variationCode: null, subscriptionType: null, contactPhone: phone };
      const what = {
        productType: 'AIRTIME',
        amountKobo: amount,
        recipient: phone,
        details: { network, phone },
        description,
      };
      await tx.purchase.create({
        data: {
          id: purchaseId,
          accountId,
          requestRef: request_ref,
          ...what,
          provider: 'vtpass',
          providerOrder,
          cause: 'accepted',
        },
        select: { id: true },
      });
      const balances = { balanceBeforeKobo: wallet.balanceKobo + amount, balanceAfterKobo: wallet.balanceKobo };
      await tx.ledgerEntry.create({
        data: { accountId, purchaseId, kind: 'debit', amountKobo: -amount, ...balances, reference: request_ref },
        select: { id: true },
      });
      return purchaseId;
    });
  }

  return async (accountId: string, order: Fields) => {
    const purchaseId = await debit(accountId, order);
    const { network, phone, amount, request_ref } = order;
    const job = await queue.add(
      'purchase',
      { purchaseId, network, phone, amountKobo: String(amount) },
      { jobId: purchaseId },
    );
    await job.waitUntilFinished(events, settings.PURCHASE_WAIT_MS);
    const data = { amount: formatNaira(amount), network, phone };
    return {
      status: 'successful',
      status_code: 200,
      message: messages.success('AIRTIME'),
      reference: request_ref,
      data,
    };
  };
}

void serveWithApiMiddleware('naive-api', async (context) => {
  const purchase = await naivePurchase(context);
  return [
    ...jsonBody(),
    async (request, response) => {
      const order = readFields(airtimeFields, bodyOf(request), context.settings.AIRTIME_BOUNDS);
      response.json(await purchase(callerOf(response).accountId, order));
    },
  ];
});
