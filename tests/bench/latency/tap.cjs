// `npm run bench -- --latency` loads this before a service (`node -r`), nothing else does.
// It records when a purchase passes a socket of the process, recognised by names of statements and the purchase's id.
const { subscribe } = require('node:diagnostics_channel');
const { Socket } = require('node:net');
const { Duplex } = require('node:stream');

// version 7; those of requests are version 4
const PURCHASE_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;
const STATEMENT = /(accept_purchases|claim_purchases|record_settlements)_[0-9a-f]{16}/;
const STEPS = { accept_purchases: 'accept', claim_purchases: 'claim', record_settlements: 'settle' };

let marks = [];
const asked = new WeakMap(); // socket → its open request

/** Milliseconds of CLOCK_MONOTONIC, which is the same in all processes of a machine. */
const mark = (what, id) => void marks.push({ at: Number(process.hrtime.bigint()) / 1e6, what, id });

function goesOut(socket, text) {
  if (text.startsWith('HTTP/1.1 ')) return mark('response', null);
  const id = PURCHASE_ID.exec(text)?.[0] ?? null;
  if (id !== null && text.startsWith('*')) return mark('to redis', id);
  const statement = id === null ? null : STATEMENT.exec(text);
  const what = text.startsWith('POST ') ? 'provider' : (STEPS[statement?.[1]] ?? null);
  if (what === null) return;
  asked.set(socket, { what, id });
  mark(`${what} asked`, id);
}

function comesIn(socket, text) {
  const question = asked.get(socket);
  if (question !== undefined) {
    asked.delete(socket);
    return mark(`${question.what} answered`, question.id);
  }
  const id = PURCHASE_ID.exec(text)?.[0];
  if (id !== undefined) mark('from redis', id);
}

Socket.prototype.write = function write(chunk, ...rest) {
  goesOut(this, typeof chunk === 'string' ? chunk : chunk.latin1Slice());
  return Duplex.prototype.write.call(this, chunk, ...rest);
};

Socket.prototype.push = function push(chunk, ...rest) {
  if (chunk !== null) comesIn(this, chunk.latin1Slice());
  return Duplex.prototype.push.call(this, chunk, ...rest);
};

// Node's HTTP server does not read through the socket's own methods
subscribe('http.server.request.start', () => mark('request', null));

process.on('message', (message) => {
  if (message !== 'marks') return;
  process.send({ marks });
  marks = [];
});
