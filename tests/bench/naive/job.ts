export const QUEUE = 'naive-airtime';

/** All that the worker needs, so that it need not read the purchase again. */
export type NaiveJob = { purchaseId: string; network: string; phone: string; amountKobo: string };
