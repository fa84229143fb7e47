import { loadSettings } from '@topup/runtime/settings';
import { tracing } from './tracing';

const load = (settings: Record<string, string> = {}) =>
  loadSettings(tracing, { DATA_DIR: '/nonexistent', ...settings });

describe('a setting of traces is misread', () => {
  test('without any there is no collector, and a tenth would be traced', () => {
    expect(load()).toMatchObject({
      OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
      OTEL_EXPORTER_OTLP_HEADERS: {},
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: 0.1,
    });
  });

  test('they are read as OpenTelemetry writes them', () => {
    const settings = load({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a=b, x-key=2',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,k8s.pod.name=a%2Cb',
    });
    expect(settings).toMatchObject({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: { Authorization: 'Bearer a=b', 'x-key': '2' },
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: 0.25,
      OTEL_RESOURCE_ATTRIBUTES: { 'deployment.environment.name': 'production', 'k8s.pod.name': 'a,b' },
    });
  });

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', 'must be like http://127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://me:secret@collector:4318', 'must hold no password'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/v1/traces', 'must be the address of the collector alone'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer secret', 'must be name=value pairs'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%zzsecret', 'must be name=value pairs'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=secret%0Asecret', 'must have values of printable ASCII characters'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'OTEL_TRACES_SAMPLER must be one of'],
    ['OTEL_TRACES_SAMPLER_ARG', '10', 'OTEL_TRACES_SAMPLER_ARG must be less than or equal to 1'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'production', 'must be name=value pairs'],
  ])('%s=%s is declined, and a secret in it is not quoted', (name, value, fault) => {
    expect(() => load({ [name]: value })).toThrow(fault);
    expect(() => load({ [name]: value })).not.toThrow('secret');
  });
});
