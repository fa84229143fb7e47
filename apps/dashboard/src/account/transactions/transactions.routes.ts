import { Router } from 'express';
import type { Deps } from '../../deps';
import { exportTransactions, listTransactions } from './list-transactions';
import { readTransaction } from './read-transaction';

/** The account's purchases. */
export function transactions(deps: Pick<Deps, 'db' | 'clock'>): Router {
  return Router()
    .get('/transactions', listTransactions(deps))
    .get('/transactions.csv', exportTransactions(deps))
    .get('/transactions/:reference', readTransaction(deps));
}
