import createClient from 'openapi-fetch';
import { report, TOPUP_KEY, TOPUP_URL } from './report';
import type { paths } from './src/openapi-typescript/api';

const client = createClient<paths>({ baseUrl: TOPUP_URL, headers: { Authorization: `Bearer ${TOPUP_KEY}` } });

await report(async (order) => (await client.POST('/v1/airtime/purchase', { body: order })).data?.status);
