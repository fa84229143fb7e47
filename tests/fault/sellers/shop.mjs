// The shop of the example, as a process that sells an order for each line of its input. See shop-process.ts.
import { createInterface } from 'node:readline';
import { TopUp } from '@topup/client';
import { Book, resume, sell } from '../../../packages/client/examples/sell.mjs';

const { TOPUP_URL, TOPUP_API_KEY, SHOP_BOOK, CALL_SECONDS } = process.env;
const book = new Book(SHOP_BOOK);
if (process.argv[2] === 'book') {
  const sales = [...book.read().orders].map(([reference, order]) => ({ reference, ...order }));
  process.stdout.write(JSON.stringify(sales));
} else {
  const topup = new TopUp({ baseUrl: TOPUP_URL, apiKey: TOPUP_API_KEY, timeoutMs: Number(CALL_SECONDS) * 1_000 });
  await resume(topup, book);
  process.stdout.write('ready\n');
  for await (const line of createInterface({ input: process.stdin })) {
    await sell(topup, book, ...line.split(' '));
    process.stdout.write('done\n');
  }
  await resume(topup, book);
}
