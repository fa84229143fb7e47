import { Router } from 'express';
import { fieldsOf, readBody } from '../http/read-body';
import { MONNIFY_KNOB_RULES } from '../monnify/knobs';
import { findProduct, isBiller } from '../monnify/products';
import { RELOADLY_KNOB_RULES } from '../reloadly/knobs';
import { findOperator } from '../reloadly/operators';
import type { SandboxOptions } from '../settings';
import type { ProviderName } from '../store/ledger';
import type { Store } from '../store/store';
import { findService } from '../vtpass/catalogue/services';
import { complain, readProvider, WRONG_PROVIDER } from './complain';
import { readKnobs } from './knob-rules';

type ProviderDeps = { store: Store; options: SandboxOptions };

/** What can be turned off at each provider: VTpass's services, Monnify's products and billers, Reloadly's operators. */
const SELLS: Readonly<Record<ProviderName, (code: string) => boolean>> = {
  vtpass: (code) => findService(code) !== undefined,
  monnify: (code) => findProduct(code) !== undefined || isBiller(code),
  reloadly: (code) => /^\d+$/.test(code) && findOperator(Number(code)) !== undefined,
};

/**
 * `PUT /products` turns products of a provider off and on, `PUT /knobs` changes what Monnify or Reloadly does, and
 * `GET /knobs` shows it. All are kept in the file.
 */
export function providerRoutes({ store, options }: ProviderDeps): Router {
  const now = () => options.now().toISOString();
  const knobs = () => ({ monnify: store.monnify.knobs(), reloadly: store.reloadly.knobs() });

  return Router()
    .use(['/products', '/knobs'], readBody)
    .put('/products', (request, response) => {
      const fields = fieldsOf(request);
      const provider = readProvider(fields);
      if (provider === null) return complain(response, 400, WRONG_PROVIDER);
      const off = readCodes(fields.off);
      const unknown = off?.find((code) => !SELLS[provider](code));
      if (off === null) return complain(response, 400, 'send { "off": [...] } with codes of products, as texts');
      if (unknown !== undefined) return complain(response, 400, `${provider} does not sell ${unknown}`);
      store.record({ entry: 'products-off', provider, products: off, at: now() });
      response.json({ off });
    })
    .get('/knobs', (_request, response) => void response.json(knobs()))
    .put('/knobs', (request, response) => {
      const { provider, ...fields } = fieldsOf(request);
      const error = setKnobs(provider, fields);
      if (error !== null) return complain(response, 400, error);
      response.json(provider === 'monnify' ? knobs().monnify : knobs().reloadly);
    });

  /** @returns what is wrong, or null */
  function setKnobs(provider: unknown, fields: Readonly<Record<string, unknown>>): string | null {
    if (provider === 'monnify') {
      const read = readKnobs(MONNIFY_KNOB_RULES, fields);
      if (read.knobs !== null) store.record({ entry: 'knobs', provider, knobs: read.knobs, at: now() });
      return read.error;
    }
    if (provider === 'reloadly') {
      const read = readKnobs(RELOADLY_KNOB_RULES, fields);
      if (read.knobs !== null) store.record({ entry: 'knobs', provider, knobs: read.knobs, at: now() });
      return read.error;
    }
    return 'provider must be monnify or reloadly; vtpass has no knobs';
  }
}

function readCodes(off: unknown): string[] | null {
  return Array.isArray(off) && off.every((code) => typeof code === 'string') ? off : null;
}
