/**
 * Codes taken out of stock by operators. More than a few, and those that leave the house in a file, are asked for by one
 * person and decided by another; the database refuses the same one (sql/0025_goods.sql).
 */
import { maxExported } from '@giftlane/contract/office/stock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { csvCode, csvMark, csvRecord, csvText } from '../../platform/sheets/csv.ts';
import { announceStock } from './import-queries.ts';
import {
  codesOfRemoval,
  countScope,
  decide,
  findRemoval,
  insertRemoval,
  type Removal,
  removeCodes,
  type Scope,
  voidedAlone,
} from './removal-queries.ts';
import { codeIdentity } from './rules.ts';

interface Asking {
  readonly kind: Removal['kind'];
  readonly scope: Scope;
  readonly reason: string;
  readonly operatorId: string;
  /** The most codes that one person voids alone in a day. */
  readonly mostAlone: number;
}

async function need(tx: Tx, id: string): Promise<Removal> {
  const found = await findRemoval(tx, id);
  if (!found) throw new Refusal('stock.removal_not_found');
  return found;
}

async function take(tx: Tx, removal: Removal): Promise<void> {
  const { asked } = removal;
  const free = await removeCodes(tx, removal);
  if (free === 0) throw new Refusal('stock.nothing_free');
  // Others were released or loaded since: not what was shown to who decides.
  if (free > asked) throw new Refusal('stock.more_than_asked', { free, asked });
  await announceStock(tx);
}

/** Takes free codes out, or asks a second person to; refuses `stock.nothing_free` and `stock.too_many_exported`. */
export async function askRemoval(
  tx: Tx,
  { kind, scope, reason, operatorId, mostAlone }: Asking,
): Promise<Removal> {
  const asked = await countScope(tx, scope);
  if (asked === 0) throw new Refusal('stock.nothing_free');
  if (kind === 'export' && asked > maxExported)
    throw new Refusal('stock.too_many_exported', { most: maxExported });
  const id = newId('rmv');
  const alone = asked + (await voidedAlone(tx, operatorId));
  const needsSecond = kind === 'export' || alone > mostAlone;
  await insertRemoval(tx, { id, kind, ...scope, reason, asked, needsSecond, askedBy: operatorId });
  if (!needsSecond) await take(tx, await need(tx, id));
  return need(tx, id);
}

/** Decides what somebody else asked for, once; refuses `stock.more_than_asked` when more codes are free by now. */
export async function decideRemoval(
  tx: Tx,
  decision: { id: string; accepted: boolean; operatorId: string },
): Promise<Removal> {
  const { id, accepted, operatorId } = decision;
  const { askedBy } = await need(tx, id);
  if (askedBy === operatorId) throw new Refusal('stock.removal_needs_another');
  if (!(await decide(tx, decision))) throw new Refusal('stock.removal_decided');
  if (accepted) await take(tx, await need(tx, id));
  return need(tx, id);
}

/** The file of an accepted export, for the two persons who know of it. */
export async function exportFile(
  tx: Tx,
  { id, operatorId, keys }: { id: string; operatorId: string; keys: KeyRing },
): Promise<string> {
  const { file, askedBy, decidedBy } = await need(tx, id);
  if (!file || (operatorId !== askedBy && operatorId !== decidedBy))
    throw new Refusal('stock.removal_not_found');
  const codes = await codesOfRemoval(tx, id);
  const rows = codes.map((code) =>
    csvRecord([
      csvText(code.cardId),
      csvCode(code.serial),
      csvCode(keys.open(code.content, codeIdentity(code))),
      csvText(code.validUntil ?? ''),
    ]),
  );
  return csvMark + csvRecord(['card_id', 'serial', 'code', 'expires_at']) + rows.join('');
}
