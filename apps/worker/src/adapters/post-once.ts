import http from 'node:http';
import https from 'node:https';

const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * The outcome of a request. `httpStatus` is null when no answer began. `head` is what was read of the body: all of it,
 * or the first 64 KiB. `fault` is null when nothing went wrong, and `late` when the deadline ended the request.
 */
export type Posted = { httpStatus: number | null; head: Buffer[]; fault: 'late' | Error | null };

type PostOptions = {
  headers: Record<string, string>;
  body: string;
  agents: { http: http.Agent; https: https.Agent };
  timeoutMs: number;
};

/**
 * Makes one HTTP POST and never throws. It follows no redirect, uses no proxy and decompresses nothing. With axios, a
 * delivery to a receiver on the same machine took 0.74 ms of CPU instead of 0.33 ms.
 */
export function postOnce(url: URL, { headers, body, agents, timeoutMs }: PostOptions): Promise<Posted> {
  return new Promise((resolve) => {
    const posted: Posted = { httpStatus: null, head: [], fault: null };
    const length = { 'Content-Length': Buffer.byteLength(body) };
    const options = { method: 'POST', headers: { ...headers, ...length } };
    const request =
      url.protocol === 'https:'
        ? https.request(url, { ...options, agent: agents.https })
        : http.request(url, { ...options, agent: agents.http });
    // Resolves before `destroy`, because a request without a socket emits its end only when it gets one.
    // Further calls do nothing.
    const end = (fault: Posted['fault']) => {
      clearTimeout(timer);
      resolve({ ...posted, fault });
      request.destroy();
    };
    const timer = setTimeout(end, timeoutMs, 'late');
    request.on('error', end);
    request.once('response', (answer) => {
      posted.httpStatus = answer.statusCode ?? null;
      readHead(answer, posted.head, end);
    });
    request.end(body);
  });
}

function readHead(answer: http.IncomingMessage, head: Buffer[], end: (fault: Error | null) => void): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    head.push(chunk);
    if (bytes >= MAX_ANSWER_BYTES) end(null);
  });
  answer.on('error', end);
  answer.once('end', () => end(null));
}
