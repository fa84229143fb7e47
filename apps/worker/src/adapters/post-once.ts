import http from 'node:http';
import https from 'node:https';

const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * What came of a request. `httpStatus` is null when no answer began, `head` what came of its body, to the end or for 64 KiB. `fault`: null when that was all
 * there is to it; `late` when the deadline broke it off.
 */
export type Posted = { httpStatus: number | null; head: Buffer[]; fault: 'late' | Error | null };

type PostOptions = {
  headers: Record<string, string>;
  body: string;
  agents: { http: http.Agent; https: https.Agent };
  timeoutMs: number;
};

/**
 * One POST over HTTP, and nothing that was not asked for: no redirect, no proxy, nothing inflated. It never throws. With axios, which can do all of that, a
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
    // resolves at once: a request that has no socket yet tells of its own end only when it gets one. What it tells after the end is heard by nobody
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
