import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** One span as a collector gets it. `parent`: its id, or empty. `failed`: it counts as an error. */
type CollectedSpan = {
  service: string;
  traceId: string;
  spanId: string;
  parent: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer' | 'unspecified';
  startNs: bigint;
  endNs: bigint;
  attributes: Record<string, string | number>;
  failed: boolean;
};

export type Collector = {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** In order of arrival. */
  readonly spans: readonly CollectedSpan[];
  /** The headers of its requests. */
  readonly headers: readonly NodeJS.Dict<string | string[]>[];
  stop(): Promise<void>;
};

/** A collector of traces on this machine. It reads OTLP over HTTP, in protobuf, by the numbers of its fields. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer(async (request, response) => {
    const taken = request.method === 'POST' && request.url === '/v1/traces';
    headers.push(request.headers);
    if (taken) spans.push(...readRequest(await buffer(request)));
    response.writeHead(taken ? 200 : 404, { 'Content-Type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A message by the numbers of its fields; each is repeated as often as it came. */
type Fields = Map<number, (bigint | Buffer)[]>;

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const ERROR = 2n;

/** ExportTraceServiceRequest > ResourceSpans > ScopeSpans > Span. */
function readRequest(body: Buffer): CollectedSpan[] {
  return messagesIn(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const [resource] = messagesIn(resourceSpans, 1);
    const service = String(attributesIn(resource ?? new Map(), 1)['service.name']);
    return messagesIn(resourceSpans, 2).flatMap((scopeSpans) =>
      messagesIn(scopeSpans, 2).map((span) => ({ service, ...readSpan(span) })),
    );
  });
}

function readSpan(span: Fields): Omit<CollectedSpan, 'service'> {
  const [status] = messagesIn(span, 15);
  return {
    traceId: bytesIn(span, 1).toString('hex'),
    spanId: bytesIn(span, 2).toString('hex'),
    parent: bytesIn(span, 4).toString('hex'),
    name: bytesIn(span, 5).toString(),
    kind: KINDS[Number(numberIn(span, 6))] ?? 'unspecified',
    startNs: numberIn(span, 7),
    endNs: numberIn(span, 8),
    attributes: attributesIn(span, 9),
    failed: status !== undefined && numberIn(status, 3) === ERROR,
  };
}

function attributesIn(message: Fields, number: number): Record<string, string | number> {
  const pairs = messagesIn(message, number).map((pair) => {
    const [value = new Map()] = messagesIn(pair, 2);
    const text = value.get(1)?.[0];
    return [bytesIn(pair, 1).toString(), text === undefined ? Number(numberIn(value, 3)) : String(text)];
  });
  return Object.fromEntries(pairs);
}

const messagesIn = (message: Fields, number: number): Fields[] =>
  (message.get(number) ?? []).flatMap((value) => (typeof value === 'bigint' ? [] : [fieldsOf(value)]));

const bytesIn = (message: Fields, number: number): Buffer => {
  const value = message.get(number)?.[0];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
};

const numberIn = (message: Fields, number: number): bigint => {
  const value = message.get(number)?.[0];
  return typeof value === 'bigint' ? value : 0n;
};

function fieldsOf(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  function varint(): bigint {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
  function take(length: number): Buffer {
    at += length;
    return bytes.subarray(at - length, at);
  }
  function fieldOf(wireType: number): bigint | Buffer {
    if (wireType === 0) return varint();
    if (wireType === 1) return take(8).readBigUInt64LE();
    if (wireType === 2) return take(Number(varint()));
    if (wireType === 5) return BigInt(take(4).readUInt32LE());
    throw new Error(`no wire type of protobuf: ${wireType}`);
  }
  while (at < bytes.length) {
    const tag = Number(varint());
    const value = fieldOf(tag & 7);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}
