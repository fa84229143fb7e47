import type { By } from '@topup/core/audit';
import {
  addCatalogueSyncSteps,
  type CatalogueSync,
  type CatalogueSyncStep,
  endCatalogueSync,
  type ServiceSync,
  type SyncStep,
  type SyncSummary,
  syncCatalogue,
} from '@topup/core/catalogue';
import type { ProviderLookups } from '@topup/core/provider';
import type { Db, Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';
import type { BackgroundRuns } from '../background-runs';

export type SyncRunDeps = {
  db: Db;
  log: Log;
  runs: BackgroundRuns;
  provider: Pick<ProviderLookups, 'dataServices' | 'variations'>;
  /** Who began it: the changes of the plans are recorded as theirs. */
  by: By;
};

type Synced = Extract<ServiceSync, { kind: 'synced' }>;
type End = Parameters<typeof endCatalogueSync>[2];

/** Runs a sync, which has been begun, in the background, and records each step and how it ended. */
export function runCatalogueSync(deps: SyncRunDeps, { id }: CatalogueSync): void {
  const end = (how: End) =>
    endCatalogueSync(deps.db, id, how).catch((error) =>
      deps.log.error('the end of a catalogue sync could not be recorded', errorFields(error)),
    );
  deps.runs.begin({
    work: async () => end(await sync(deps, id)),
    stopped: () => end({ summary: null, fault: 'The dashboard was stopped before it was done: start it again.' }),
  });
}

async function sync({ db, log, provider, by }: SyncRunDeps, id: string): Promise<End> {
  let recorded: Promise<unknown> = Promise.resolve();
  /** In order. The sync continues when a step cannot be recorded. */
  const record = (steps: CatalogueSyncStep[]) => {
    recorded = recorded
      .then(() => addCatalogueSyncSteps(db, id, steps))
      .catch((error) => log.warn('a step of a catalogue sync could not be recorded', errorFields(error)));
  };
  try {
    const summary = await syncCatalogue({ db, by, lookups: provider }, (step) =>
      record([{ service: step.serviceId, text: readText(step) }]),
    );
    record(summary.services.map((service) => ({ service: service.serviceId, text: resultText(service) })));
    await recorded;
    return { summary: counts(summary.services), fault: faultOf(summary) };
  } catch (error) {
    log.error('a catalogue sync broke off', errorFields(error));
    await recorded;
    return {
      summary: null,
      fault:
        'The database did not take it all: what was written stays, and doing it again changes nothing that is right already.',
    };
  }
}

const readText = (step: SyncStep): string =>
  step.kind === 'read' ? `${step.variations} plans in the provider’s list` : `no list: ${step.reason}`;

function resultText(service: ServiceSync): string {
  if (service.kind === 'unavailable') return 'left as it was';
  if (service.kind === 'emptied')
    return `left as it was: the provider suddenly lists nothing, and ${service.plans} plans are sold`;
  const { added, changed, returned, withdrawn, unchanged, contradictory, clashes } = service;
  const unlisted = [...contradictory, ...clashes];
  const left =
    unlisted.length === 0
      ? ''
      : `; not listed, because its price or its service is contradictory: ${unlisted.join(', ')}`;
  return `${added.length} added, ${changed.length + returned.length} changed, ${withdrawn.length} gone, ${unchanged.length} as they were${left}`;
}

function counts(services: ServiceSync[]) {
  const synced = services.filter((service): service is Synced => service.kind === 'synced');
  const total = (of: (service: Synced) => number) => synced.reduce((all, service) => all + of(service), 0);
  return {
    added: total(({ added }) => added.length),
    changed: total(({ changed, returned }) => changed.length + returned.length),
    gone: total(({ withdrawn }) => withdrawn.length),
    kept: total(({ unchanged }) => unchanged.length),
  };
}

/** A text for operators; null when there is nothing to report. */
function faultOf({ services, belowCost }: SyncSummary): string | null {
  const of = (kind: ServiceSync['kind']) =>
    services.filter((service) => service.kind === kind).map(({ serviceId }) => serviceId);
  const [unread, emptied] = [of('unavailable'), of('emptied')];
  const unsold = belowCost.map(({ planId, tier }) => `${planId} to tier "${tier}"`);
  const sentences = [
    ...(unread.length === 0 ? [] : [`The provider gave no list of ${unread.join(', ')}: try again later.`]),
    ...(emptied.length === 0
      ? []
      : [
          `The provider suddenly lists nothing under ${emptied.join(', ')}: if that is true, run \`ops catalogue sync --allow-empty\`.`,
        ]),
    ...(unsold.length === 0 ? [] : [`Not sold, because its price is below cost: ${unsold.join(', ')}.`]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}
