import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressesOf, declarations } from '@topup/providers';
import { stopTimeMs } from '@topup/settings';
import { describeIf } from '@topup/testkit';
import { processes } from '../containers/compose';
import { BROKEN, object } from './broken';
import { type CheckName, checks, faultsOf, productionChecks } from './checks';
import { isKubectlThere, KUBERNETES, kubectlMinor, type Manifest, processesIn, render } from './manifests';
import { connectionsOf } from './number-checks';
import { environmentOf, settingFaults } from './settings-checks';

// A cluster does what these files say, and nobody reads them again when a setting changes.

/** Values that docs/operate/kubernetes.md asks an installation to change. */
const OWN: [string, string][] = [
  ['registry.example.com/topup', 'registry.acme.ng/topup'],
  ['topup.example.com', 'topup.acme.ng'],
  ['192.0.2.0/24', '10.244.0.0/16'],
];

/** With all providers: what `topup-settings` has of the others than VTpass, and the patches with their secrets. */
const [, ...others] = declarations;
const OTHER_PROVIDERS = [
  `PROVIDERS=${declarations.map(({ profile }) => profile.name).join()}`,
  ...others.flatMap((each) =>
    Object.entries(each.settings).flatMap(([name, { confidential }]) => {
      if (confidential) return [];
      return `${name}=${addressesOf(each).includes(name) ? 'https://provider.example.org' : 'acme'}`;
    }),
  ),
];
const OTHER_PATCHES = others.map(({ profile }) => `- providers/${profile.name}.yaml`);

/** Production in a copy of the directory, after these edits of its kustomization.yaml. */
function production(edits: [string, string][]): Manifest[] {
  const copy = mkdtempSync(path.join(tmpdir(), 'topup-kubernetes-'));
  try {
    cpSync(KUBERNETES, copy, { recursive: true });
    const file = path.join(copy, 'production/kustomization.yaml');
    const text = edits.reduce(
      (all, [from, to]) => {
        if (!all.includes(from)) throw new Error(`${file} lacks ${from}`);
        return all.replaceAll(from, to);
      },
      readFileSync(file, 'utf8'),
    );
    writeFileSync(file, text);
    return render(path.join(copy, 'production'));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

describeIf(isKubectlThere(), 'the manifests promise what the service does not hold', 'there is no kubectl', () => {
  let sound: Manifest[];
  beforeAll(() => {
    sound = production(OWN);
  });

  test('production passes every check once three values are changed, and names them before', () => {
    expect(faultsOf(sound, false)).toEqual([]);
    const examples = OWN.map(([example]) => expect.stringContaining(example.replace('/topup', '')));
    expect(faultsOf(render(path.join(KUBERNETES, 'production')), false)).toEqual(examples);
  });

  test('production sends mail with the patch that waits for it', () => {
    const withMail = production([...OWN, ['# - mail.yaml', '- mail.yaml']]);
    expect(faultsOf(withMail, false)).toEqual([]);
    expect(JSON.stringify(withMail)).toContain('no-reply@topup.acme.ng');
  });

  test('the links that `ops` prints lead to the dashboard of the installation', () => {
    expect(JSON.stringify(object(sound, 'CronJob', 'topup-ops'))).toContain('https://dashboard.topup.acme.ng');
  });

  test('the ingress passes a statement as large as the dashboard takes', () => {
    const source = readFileSync(path.join(KUBERNETES, '../../apps/dashboard/src/api.ts'), 'utf8');
    const [, limit] = /FILE_LIMIT = '(\d+)mb'/.exec(source) ?? [];
    const { annotations } = object(sound, 'Ingress', 'topup').metadata;
    expect(annotations?.['nginx.ingress.kubernetes.io/proxy-body-size']).toBe(`${limit}m`);
  });

  test('a Service whose variable has the name of a setting stops no process', () => {
    const names = Object.values(processes).flatMap((schema) => Object.keys(schema));
    const links = Object.fromEntries(
      names.filter((name) => name.endsWith('_PORT')).map((name) => [name, 'tcp://10.96.41.7:3003']),
    );
    expect(Object.keys(links)).toEqual(expect.arrayContaining(['API_PORT', 'WORKER_OPS_PORT', 'DASHBOARD_PORT']));
    for (const { process, container } of processesIn(sound))
      expect(settingFaults(process, { ...links, ...environmentOf(sound, container) })).toEqual([]);
  });

  test('a wrong setting is one line for each process, and ends no other check', () => {
    const copy = structuredClone(sound);
    Object.assign(object(copy, 'ConfigMap', 'topup-settings').data ?? {}, { DRAIN_DELAY_MS: 'soon' });
    const names = faultsOf(copy, false).map((fault) => fault.replace(/:.*/, ''));
    expect([...new Set(names)]).toEqual(['settingsAreKnown']);
  });

  test('the connections are counted while everything is replaced', () => {
    const [api, workers, dashboard] = [(4 + 2) * 20, 4 * (3 + 2) * 14, (2 + 2) * 11];
    expect(connectionsOf(sound)).toBe(api + workers + dashboard + 4 * 2 + 4 + 13);
  });

  test('the grace period is what the settings need, and no round number', () => {
    const graceOf = (name: string) =>
      object(sound, 'Deployment', name).spec?.template?.spec.terminationGracePeriodSeconds;
    expect(graceOf('topup-api')).toBe(stopTimeMs({ PROVIDER_TIMEOUT_MS: 55_000, DRAIN_DELAY_MS: 10_000 }) / 1_000 + 5);
    expect(graceOf('topup-worker-data')).toBe(stopTimeMs({ PROVIDER_TIMEOUT_MS: 55_000 }) / 1_000 + 5);
  });

  test.each(BROKEN)('%s fails when %s', (name, _, breakIt) => {
    const copy = structuredClone(sound);
    breakIt(copy);
    expect({ ...checks, ...productionChecks }[name](copy)).not.toEqual([]);
  });

  test('each check has a copy on which it fails', () => {
    const broken = new Set(BROKEN.map(([name]) => name));
    expect(Object.keys({ ...checks, ...productionChecks }).filter((name) => !broken.has(name as CheckName))).toEqual(
      [],
    );
  });

  test('production passes every check with the patches for optional Secrets', () => {
    const kustomization = readFileSync(path.join(KUBERNETES, 'production/kustomization.yaml'), 'utf8');
    const all = [...kustomization.matchAll(/# (- [\w-]+\.yaml)/g)].map(([line, entry = '']): [string, string] => [
      line,
      entry,
    ]);
    expect(all).toHaveLength(7);
    const settings: [string, string] = ['PROVIDERS=vtpass', OTHER_PROVIDERS.join('\n      - ')];
    // kubectl 1.20 merges neither two patches of one object nor one of a CronJob
    const mail = all.filter(([, entry]) => entry === '- mail.yaml');
    const providers: [string, string] = ['# - providers/monnify.yaml', OTHER_PATCHES.join('\n  ')];
    const changes = kubectlMinor() > 20 ? [settings, providers, ...all] : mail;
    expect(faultsOf(production([...OWN, ...changes]), false)).toEqual([]);
  });
});
