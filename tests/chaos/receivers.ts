import { SELF_SIGNED, startWebhookReceiver, type WebhookAnswer, type WebhookReceiver } from '@topup/testkit';
import { randomOf } from './random';

const answers: Record<string, WebhookAnswer> = {
  ok: { kind: 'answer', status: 200 },
  slow: { kind: 'answer', status: 204, delayMs: 700 },
  error: { kind: 'answer', status: 500 },
  moved: { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/elsewhere' } },
  hang: { kind: 'hang' },
  reset: { kind: 'reset' },
  endless: { kind: 'endless', status: 200 },
  truncated: { kind: 'truncated', status: 200 },
  interim: { kind: 'interim' },
  slowHead: { kind: 'slow_head' },
};

/** An ordinary webhook receiver: 5 % of its answers are slow. */
export async function startGoodReceiver(seed: number): Promise<WebhookReceiver> {
  return answering(seed, 'good receiver', { ok: 95, slow: 5 });
}

/** A webhook receiver that does everything wrong that a receiver can do. With `tls` it speaks HTTPS. */
export async function startBadReceiver(seed: number, tls = false): Promise<WebhookReceiver> {
  const weights = {
    ok: 25,
    slow: 10,
    error: 15,
    moved: 5,
    hang: 10,
    reset: 15,
    endless: 5,
    truncated: 5,
    interim: 5,
    slowHead: 5,
  };
  return answering(seed, 'bad receiver', weights, tls ? { tls: SELF_SIGNED } : {});
}

async function answering(
  seed: number,
  name: string,
  weights: Record<string, number>,
  options: Parameters<typeof startWebhookReceiver>[0] = {},
): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(options);
  const random = randomOf(seed, name);
  receiver.answerWith(() => answers[random.weighted(weights)] ?? { kind: 'hang' });
  return receiver;
}
