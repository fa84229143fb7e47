import { report, TOPUP_KEY } from './report';
import { buyAirtime } from './src/orval/client';
import { buyAirtimeBody } from './src/orval/zod';

const headers = { Authorization: `Bearer ${TOPUP_KEY}` };

await report(async (order) => {
  const answer = await buyAirtime(order, { headers });
  return answer.status === 200 ? answer.data.status : answer.status;
}, buyAirtimeBody);
