import { readVersions, type Watched } from '@topup/core/purchase';
import { isOneLine, isUuid } from '@topup/core/shared';
import { type Response, Router } from 'express';
import Joi from 'joi';
import { accountIdOf, signedInOf } from '../auth/signed-in';
import type { Deps } from '../deps';
import { readQuery } from '../http/read-fields';
import { notFound, Refusal } from '../http/refusal';

/** Browsers open at most six connections to a host without HTTP/2, and pages need some. */
const OF_A_USER = 4;
const OF_A_PROCESS = 500;
/** Proxies close a silent connection after 60 s, and so long may a stream outlive its session. */
const CHECK_EVERY_MS = 20_000;

const schema = Joi.object<{ watch: string }>({ watch: Joi.string().max(200).required() });

type StreamDeps = Pick<Deps, 'db' | 'findSignedIn' | 'watcher'> & { checkEveryMs?: number };

/**
 * Server-sent events about one thing that somebody looks at. GET /api/stream?watch=purchase:<reference>, or
 * delivery:<id>, or funding:own, which is each funding of the wallet; for operators purchase_id:<id>. The event `ready`
 * comes first, then `change` after each change; neither says what. It ends with the session.
 */
export function streamRoutes({ db, findSignedIn, watcher, checkEveryMs = CHECK_EVERY_MS }: StreamDeps): Router {
  return Router().get('/stream', async (request, response) => {
    const what = readWatched(readQuery(schema, request).watch, response);
    const { userId, sessionId, role, accountId } = signedInOf(response);
    const [version] = what === null ? [] : await readVersions(db, [what]);
    if (what === null || version == null) throw notFound('thing to watch');
    const { own, all } = watcher.count(userId);
    if (own >= OF_A_USER || all >= OF_A_PROCESS)
      throw new Refusal(
        429,
        'too_many_streams',
        'Too many pages are open. This page checks for changes from time to time.',
      );
    if (response.closed) return; // it hung up meanwhile: `close` came, and would end nothing

    response.locals.isStream = true;
    response.set({
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform', // a compressed stream would wait for more
      'X-Accel-Buffering': 'no',
    });
    const end = () => void response.end();
    send(response, 'ready');
    const stopWatching = watcher.watch(userId, { what, version, changed: () => send(response, 'change'), end });
    const mayGoOn = async (): Promise<boolean> => {
      const now = await findSignedIn(request.headers);
      const isSame = now?.sessionId === sessionId && now.role === role && now.accountId === accountId;
      return isSame && !now.mustEnrol;
    };
    const timer = setInterval(() => {
      write(response, ':\n\n');
      mayGoOn().then(
        (may) => may || end(),
        () => end(), // who is signed in is not known: the page asks again
      );
    }, checkEveryMs);
    response.on('close', () => {
      clearInterval(timer);
      stopWatching();
    });
  });
}

const send = (response: Response, event: 'ready' | 'change'): void => write(response, `event: ${event}\ndata: {}\n\n`);

const write = (response: Response, text: string): void => void (response.writableEnded || response.write(text));

/** Null: nobody can watch that. @throws Refusal 403 when an operator asks for what an account has */
function readWatched(text: string, response: Response): Watched | null {
  const [, kind = '', name = ''] = /^(\w+):(.+)$/s.exec(text) ?? [];
  if (kind === 'purchase_id' && signedInOf(response).role === 'operator')
    return isUuid(name) ? { kind, accountId: null, name } : null;
  if (kind === 'purchase' && isOneLine(name)) return { kind, accountId: accountIdOf(response), name };
  if (kind === 'delivery' && isUuid(name)) return { kind, accountId: accountIdOf(response), name };
  if (kind === 'funding' && name === 'own') return { kind, accountId: accountIdOf(response), name };
  return null;
}
