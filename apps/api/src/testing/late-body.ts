import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';

type Late = { port: number; path: string; client: { key: string }; body: object; headers?: Record<string, string> };

/** Sends the headers and five bytes of the body, does `meanwhile`, and sends the rest. `code`: X-Error-Code. */
export async function lateBody({ port, path, client, body, headers = {} }: Late, meanwhile: () => Promise<void>) {
  const text = JSON.stringify(body);
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path,
    headers: {
      ...headers,
      authorization: `Bearer ${client.key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.write(text.slice(0, 5));
  await meanwhile();
  sent.end(text.slice(5));
  const [response] = await answered;
  return { status: response.statusCode, code: response.headers['x-error-code'], body: await json(response) };
}
