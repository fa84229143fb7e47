import { airtime, cable, data, electricity } from './api-world';

/** What the endpoints of lookups take, and the one that sets the webhook URL. */
export const card = { product_type: 'gotv', smartcard_number: '1212121212' };
export const meter = { disco: 'ikeja-electric', meter_number: '1111111111111', meter_type: 'prepaid' };
export const webhook = { webhook_url: 'https://client.example/hook' };

/** Every endpoint that buys or changes something, with a valid body. */
export const CHANGING: [path: string, body: () => object][] = [
  ['/v1/airtime/purchase', airtime],
  ['/v1/data/purchase', data],
  ['/v1/cabletv/purchase', cable],
  ['/v1/electricity/purchase', electricity],
  ['/v1/webhook/set', () => webhook],
];
