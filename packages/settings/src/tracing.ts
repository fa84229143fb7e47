import { atLevel, confidential, decimal, oneOf, optional, parsed, withDefault } from '@topup/runtime/settings';

/** Traces, under the names that OpenTelemetry gives to its settings. */
export const tracing = atLevel('tuning', {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    parsed(collectorIn),
    'The collector of traces, over OTLP/HTTP, such as `http://127.0.0.1:4318`. Without it there are no traces.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: confidential(
    withDefault(
      parsed(headersIn),
      '',
      'Headers for the collector: `name=value` pairs, separated by commas, with percent-encoded values, such as `Authorization=Bearer%20abc`.',
    ),
  ),
  OTEL_TRACES_SAMPLER: withDefault(
    oneOf(
      'traceidratio',
      'always_on',
      'always_off',
      'parentbased_traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
    ),
    'traceidratio',
    'Which requests are traced. `traceidratio`: a random share. `parentbased_traceidratio`: those that the client traces, and that share of requests without a `traceparent`. The others are `always_on`, `always_off`, and these with `parentbased_`.',
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(decimal(0, 1), '0.1', 'The share of `traceidratio`, from 0 to 1.'),
  OTEL_RESOURCE_ATTRIBUTES: withDefault(
    parsed(pairsIn),
    '',
    'Attributes of every trace, in the form of the headers, such as `deployment.environment.name=production`. `service.name` replaces topup-api and topup-worker.',
  ),
});

/** Without the slash at the end. */
function collectorIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new Error('must be like http://127.0.0.1:4318');
  if (url.username !== '' || url.password !== '')
    throw new Error('must hold no password: headers are in OTEL_EXPORTER_OTLP_HEADERS');
  if (url.search !== '' || url.hash !== '' || /\/v1\/traces\/?$/.test(url.pathname))
    throw new Error('must be the address of the collector alone: /v1/traces is added to it');
  return text.replace(/\/$/, '');
}

/** No fault quotes what it was given: headers hold secrets. */
function pairsIn(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((item) => (item.trim() === '' ? [] : [readPair(item.trim())]));
  return Object.fromEntries(pairs);
}

function readPair(item: string): [string, string] {
  const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~\w-]+)\s*=\s*(.*)$/.exec(item) ?? [];
  try {
    if (name !== '') return [name, decodeURIComponent(value)];
  } catch {
    // a % without two digits behind it
  }
  throw new Error('must be name=value pairs separated by commas, the values percent-encoded');
}

function headersIn(text: string): Record<string, string> {
  const headers = pairsIn(text);
  if (Object.values(headers).some((value) => /[^\t\x20-\x7e]/.test(value)))
    throw new Error('must have values of printable ASCII characters');
  return headers;
}
