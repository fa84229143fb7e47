import { actorName, type By } from '../../audit/actor';
import { unchanged, withAuditLog } from '../../audit/with-audit-log';
import type { Refused } from '../../errors/refusal-catalog';
import type { Db } from '../../shared/db';
import { insertRunningVerification, insertVerification, type Verification } from './verification.store';
import { type BooksReport, toBooksReportJson } from './verify-books';

const BOOKS = { action: 'books.verify', subject: 'the books' };

type Begun = { kind: 'begun'; verification: Verification } | Refused<'verification_under_way'>;

/** Begins a verification, which the caller then runs. Only one runs at a time, in all processes together. */
export const beginVerification = (db: Db, by: By): Promise<Begun> =>
  withAuditLog<Begun>(db, by, async (tx) => {
    const verification = await insertRunningVerification(tx, actorName(by.actor));
    if (verification === null) return unchanged({ kind: 'verification_under_way' });
    return { result: { kind: 'begun', verification }, action: { ...BOOKS, details: { check: verification.id } } };
  });

/** Stores a verification that has ended, also while another one is under way. `tookMs`: how long it took. */
export const keepVerification = (db: Db, by: By, report: BooksReport, tookMs: number): Promise<string> =>
  withAuditLog(db, by, async (tx) => {
    const id = await insertVerification(tx, actorName(by.actor), tookMs, toBooksReportJson(report));
    return { result: id, action: { ...BOOKS, subjectId: id } };
  });
