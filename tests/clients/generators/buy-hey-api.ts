import { report, TOPUP_KEY, TOPUP_URL } from './report';
import { buyAirtime } from './src/hey-api';
import { client } from './src/hey-api/client.gen';
import { zAirtimeOrder } from './src/hey-api/zod.gen';

client.setConfig({ baseUrl: TOPUP_URL, auth: TOPUP_KEY });

await report(async (order) => (await buyAirtime({ body: order })).data?.status, zAirtimeOrder);
