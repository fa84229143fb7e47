import type { Response } from 'express';
import { PROVIDERS, type ProviderName } from '../store/ledger';

/** Answers an operator's call that cannot be done. */
export function complain(response: Response, status: number, error: string): void {
  response.status(status).json({ error });
}

export const WRONG_PROVIDER = `provider must be ${PROVIDERS.join(' or ')}`;

/** The provider that a call is about: VTpass if it names none; null if it names an unknown one. */
export function readProvider({ provider = 'vtpass' }: Readonly<Record<string, unknown>>): ProviderName | null {
  return PROVIDERS.find((name) => name === provider) ?? null;
}
