import { actorName, type By } from '../../audit/actor';
import { recording, withAuditLog } from '../../audit/with-audit-log';
import type { Db } from '../../shared/db';
import { mappingAction } from '../catalogue-actions';
import {
  acceptProposals,
  confirmMappings,
  type MappingOutcome,
  mapByHand,
  type NamedMapping,
  rejectMappings,
} from './decide-mappings';

/** `make`: `productId` of a provider is the product `to` of ours, whose plans are those of the provider `owner`. */
type Change =
  | { verb: 'confirm' | 'reject'; ids: readonly number[] }
  | { verb: 'make'; productId: number; to: string; owner: string };

/** Decides which products of providers are which of ours, as a person says: all of it, or nothing. */
export const changeMappings = (db: Db, by: By, change: Change): Promise<MappingOutcome> =>
  withAuditLog<MappingOutcome>(
    db,
    by,
    async (tx) => {
      const person = actorName(by.actor);
      const result =
        change.verb === 'make'
          ? await mapByHand(tx, change, person)
          : await (change.verb === 'confirm' ? confirmMappings : rejectMappings)(tx, change.ids, person);
      return recording(result, ({ changed }) => mappingAction(change.verb, changed));
    },
    { fresh: true },
  );

/** Confirms all proposals of these providers but those that contradict others, which are `left`. */
export const acceptAllProposals = (
  db: Db,
  by: By,
  providers: readonly string[],
): Promise<{ kind: 'decided'; changed: NamedMapping[]; left: number[] }> =>
  withAuditLog(
    db,
    by,
    async (tx) => {
      const accepted = await acceptProposals(tx, providers, actorName(by.actor));
      return { result: { kind: 'decided', ...accepted }, action: mappingAction('confirm', accepted.changed) };
    },
    { fresh: true },
  );
