const input = './openapi.json';

module.exports = {
  client: { input, output: { target: './src/orval/client.ts', client: 'fetch', baseUrl: process.env.TOPUP_URL } },
  zod: { input, output: { target: './src/orval/zod.ts', client: 'zod' } },
};
