import { announce, listServicesOnSale, type ServiceState, withdrawAnnouncement } from '@topup/core/routing';
import { lineArgument, productArgument, untilArgument } from '../arguments';
import { changes, group, needed, reads } from '../declare';
import { listOf, time } from '../output';
import { providerFacts, soldProductArgument } from '../providers';
import { done } from '../refusal';

const product = (read: typeof productArgument) => needed('--product <product>', 'the product, such as airtime', read);
const SERVICE = needed('--service <service>', 'as `service list` shows it', lineArgument);

export const serviceCommands = group('service', 'what clients see of the services on sale', [
  reads('list', 'list the services on sale with their state and your messages', [], async (db) =>
    listOf(
      (await listServicesOnSale(db, providerFacts())).map(toRow),
      ['product', 'service', 'state', 'since', 'message', 'until'],
      'No worker has noted a state yet.',
    ),
  ),
  changes(
    'announce',
    'tell clients something about a service, in place of an earlier message',
    [
      product(soldProductArgument),
      SERVICE,
      needed('--message <text>', 'one sentence for clients', lineArgument),
      needed('--until <day or time>', 'when it ends; a day is included', untilArgument),
    ],
    async (db, by, { product: productType, service, message, until }) => {
      done(await announce(db, by, providerFacts(), { productType, service, message, until }));
      return {
        json: { product: productType, service, message, until },
        text: `Clients see the message about ${productType} ${service} until ${time(until)}.`,
      };
    },
  ),
  changes(
    'withdraw',
    'take a message back before its end',
    [product(productArgument), SERVICE],
    async (db, by, { product: productType, service }) => {
      done(await withdrawAnnouncement(db, by, { productType, service }));
      return {
        json: { product: productType, service, message: null },
        text: `Clients no longer see a message about ${productType} ${service}.`,
      };
    },
  ),
]);

const toRow = ({ productType: product, messageUntil: until, ...state }: ServiceState) => ({ product, ...state, until });
