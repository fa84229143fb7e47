import type http from 'node:http';
import { unzipSync } from 'node:zlib';
import type { AxiosAdapter } from 'axios';
import { openExchange } from './open-exchange';
import { UNSENT } from './unsent';

/** Raw bytes of an exchange. VTpass's answers are about 2 KB, its longest price lists about 50 KB. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** As many bytes in ordinary chunks have about 800. */
const MAX_READS = 2_048;

/**
 * An axios adapter for one request: no redirect, proxy or form, and the answer as text under any status. The adapter of
 * axios, which can do all of that, takes more CPU than the rest of a send. `config.timeout` is for the whole exchange.
 * @param startWriting called on the connected socket, in the tick in which the request would be written; when it
 *   returns false, no byte is written
 */
export function nodeAdapter(startWriting: () => boolean): AxiosAdapter {
  return (config) =>
    new Promise((resolve, reject) => {
      let isOver = false;
      let request = open();
      // rejects without an event: a request without a socket emits its error only when it gets one
      const timer = setTimeout(() => fail(failure(UNSENT.tooLateMeanwhile)), config.timeout);

      function open(): http.ClientRequest {
        const { baseURL, url, method = 'get', headers, httpAgent, httpsAgent } = config;
        return openExchange(new URL(`${baseURL}${url}`), {
          method: method.toUpperCase(),
          headers: headers.toJSON() as http.OutgoingHttpHeaders,
          agents: { http: httpAgent, https: httpsAgent },
          maxBytes: MAX_ANSWER_BYTES,
          maxReads: MAX_READS,
          onReady: write,
          onStale: () => {
            if (!isOver) request = open();
          },
          onError: fail,
          onExcess: () => fail(failure('ERR_BAD_RESPONSE')),
        });
      }

      function write(): void {
        if (startWriting()) {
          request.once('response', (answer) => readText(answer, (text) => succeed(answer, text), fail));
          request.end(config.data);
        } else fail(failure(UNSENT.tooLateToWrite));
      }

      function succeed(answer: http.IncomingMessage, data: string): void {
        end();
        // no headers: they are not read, and axios would make objects of them
        resolve({
          data,
          status: answer.statusCode ?? 0,
          statusText: answer.statusMessage ?? '',
          headers: {},
          config,
          request,
        });
      }

      function fail(error: Error): void {
        end();
        reject(error);
        request.destroy(error);
      }

      function end(): void {
        isOver = true;
        clearTimeout(timer);
      }
    });
}

function readText(answer: http.IncomingMessage, done: (text: string) => void, fail: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('error', fail);
  answer.once('end', () => {
    try {
      done(textOf(Buffer.concat(chunks), answer.headers['content-encoding']));
    } catch (error) {
      fail(error as Error);
    }
  });
}

/**
 * We ask for no compression, which costs more than it saves at 2 KB, but read it all the same. A byte order mark is not
 * text.
 */
function textOf(bytes: Buffer, encoding = 'identity'): string {
  const plain = /^(?:x-)?gzip$|^deflate$/i.test(encoding)
    ? unzipSync(bytes, { maxOutputLength: MAX_ANSWER_BYTES })
    : bytes;
  const text = plain.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

const failure = (code: string): Error => Object.assign(new Error('the request was broken off'), { code });
