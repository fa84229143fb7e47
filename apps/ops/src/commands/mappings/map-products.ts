import {
  acceptAllProposals,
  type CatalogueMap,
  changeMappings,
  type MappedPair,
  type NamedMapping,
  type OfProvider,
  type OurProduct,
  ourText,
  readCatalogueMap,
} from '@topup/core/catalogue';
import { catalogueOwner } from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import { lineArgument, mappingIdArgument } from '../../arguments';
import { command, type Given, option } from '../../declare';
import { type Report, tableOf } from '../../output';
import { providerArgument, providerFacts } from '../../providers';
import { done, Misuse } from '../../refusal';
import { type ActingAs, changeDatabase, readDatabase } from '../../with-database';
import { heldLine } from '../sync-report';

const rowIdsArgument = (text: string, before: number[] = []): number[] => [...before, mappingIdArgument(text)];

const TAKES = [
  option('--provider <name>', 'only this provider', providerArgument),
  option('--all', 'include mappings that were confirmed or rejected'),
  option('--confirm <id...>', 'let orders follow these mappings', rowIdsArgument),
  option('--reject <id...>', 'never use or propose these mappings', rowIdsArgument),
  option('--accept-proposals', 'confirm all proposals that contradict no other'),
  option('--product <id>', 'with --to: map this product of a provider by hand', mappingIdArgument),
  option('--to <ours>', 'your product, such as mtn-data/mtn-10mb-100, eko-electric/prepaid or mtn', lineArgument),
] as const;

type Options = Given<typeof TAKES> & ActingAs;

export const mapCommand = command(
  'map',
  'list, or decide, which products of other providers are the same as yours',
  TAKES,
  async (options) => {
    const { confirm, reject, acceptProposals: accepting, product, to } = options;
    if ((product === undefined) !== (to === undefined)) throw new Misuse('--product and --to belong together.');
    const asked = [confirm, reject, accepting, product].filter((option) => option !== undefined).length;
    if (asked > 1) throw new Misuse('Give one of --confirm, --reject, --accept-proposals and --product.');
    if (confirm !== undefined) return decide(options, { verb: 'confirm', ids: confirm });
    if (reject !== undefined) return decide(options, { verb: 'reject', ids: reject });
    if (accepting) return accept(options);
    if (product === undefined || to === undefined) return list(options);
    const providers = providerFacts();
    const { name: owner } = catalogueOwner(providers) ?? providers[0];
    return decide(options, { verb: 'make', productId: product, to, owner });
  },
);

async function decide({ as }: ActingAs, change: Parameters<typeof changeMappings>[2]): Promise<Report> {
  const { changed } = done(await changeDatabase({ as }, (db, by) => changeMappings(db, by, change)));
  const is = change.verb === 'reject' ? 'is rejected' : 'is confirmed';
  return { json: { changed }, text: lines(changed, is) || 'Nothing was changed: it was decided so before.' };
}

async function accept({ as, provider }: Options): Promise<Report> {
  const providers = provider === undefined ? providerFacts().map(({ name }) => name) : [provider];
  const { changed, left } = await changeDatabase({ as }, (db, by) => acceptAllProposals(db, by, providers));
  const contradicting = left.length === 0 ? '' : `\nLeft, because they contradict others: ${left.join(', ')}.`;
  return {
    json: { changed, left },
    text: (lines(changed, 'is confirmed') || 'There is no proposal to confirm.') + contradicting,
  };
}

const lines = (changed: NamedMapping[], done: string): string =>
  changed.map(({ id, ours, provider, theirs }) => `${id}: ${ours} = ${provider} ${theirs} ${done}.`).join('\n');

function list({ provider, all = false }: Options): Promise<Report> {
  return readDatabase(async (db) => {
    const map = await readCatalogueMap(db, providerFacts(), provider);
    const shown = map.mappings.filter(({ status }) => all || status === 'proposed');
    return {
      json: {
        mappings: shown.map(pairToJson),
        unmapped: map.unmapped.map(({ provider, ours }) => ({ provider, ...oursToJson(ours) })),
        unused: map.unused.map(theirsToJson),
        unread: map.unread,
        held: map.held,
      },
      text: text(map, shown),
    };
  });
}

function text({ unmapped, unused, compared, unread, held }: CatalogueMap, shown: MappedPair[]): string {
  if (compared.length === 0)
    return 'There is nothing to map: these products are yours. Only those of other providers are mapped.';
  const missing = [...unread.map(unreadLine), ...held.map(heldLine)];
  // all is mapped only if all was read
  const ifAll = (sentence: string) => (missing.length === 0 ? sentence : '');
  const naira = (kobo: bigint | null | undefined) => (kobo == null ? '-' : formatNaira(kobo));
  const pairs = tableOf(
    shown,
    [
      'id',
      'status',
      ['OURS', ({ ours }) => (ours === null ? 'not sold any more' : ourText(ours))],
      ['NAME', ({ ours }) => ours?.name],
      ['COST', ({ ours }) => naira(ours?.costKobo)],
      'provider',
      ['THEIRS', ({ theirs }) => codeOf(theirs)],
      ['NAME', ({ theirs }) => theirs.name + (theirs.isGone ? ' (gone)' : '')],
      ['COST', ({ theirs }) => naira(theirs.costKobo)],
      ['DIFFERENCE', ({ ours, theirs }) => naira(differenceOf(ours, theirs))],
    ],
    ifAll('No mapping waits for a decision.'),
  );
  const without = tableOf(
    unmapped,
    [
      'provider',
      ['OURS WITHOUT A MAPPING', ({ ours }) => ourText(ours)],
      ['NAME', ({ ours }) => ours.name],
      ['COST', ({ ours }) => naira(ours.costKobo)],
    ],
    ifAll('All that we sell is mapped, as far as the providers sell it.'),
  );
  const theirs = tableOf(
    unused,
    ['id', 'provider', ['THEIRS WITHOUT A MAPPING', codeOf], 'name', ['COST', ({ costKobo }) => naira(costKobo)]],
    ifAll('All that the providers sell is mapped.'),
  );
  return [missing.join('\n'), pairs, without, theirs].filter((part) => part !== '').join('\n\n');
}

const unreadLine = (provider: string): string =>
  `No sync has read the products of ${provider}. Run \`catalogue sync\`.`;

const codeOf = ({ product: { code, amount } }: Pick<OfProvider, 'product'>): string =>
  amount === null ? code : `${code} at ${amount}`;

/** Returns how much more the provider's product costs than ours; null when one of them has an open amount. */
function differenceOf(ours: OurProduct | null, { costKobo }: OfProvider): bigint | null {
  return ours?.costKobo == null || costKobo === null ? null : costKobo - ours.costKobo;
}

const pairToJson = ({ ours, theirs, ...pair }: MappedPair) => ({
  ...pair,
  ours: ours && oursToJson(ours),
  theirs: theirsToJson(theirs),
  differenceKobo: differenceOf(ours, theirs),
});

const oursToJson = (ours: OurProduct) => ({
  product: ourText(ours),
  type: ours.productType,
  name: ours.name,
  costKobo: ours.costKobo,
});

const theirsToJson = ({ id, provider, productType, product, name, costKobo, isGone }: OfProvider) => ({
  id,
  provider,
  type: productType,
  ...product,
  name,
  costKobo,
  gone: isGone,
});
