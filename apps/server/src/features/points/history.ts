/** A member's point statement in wire format. */

import type { Currency } from '@giftlane/contract/money/money.ts';
import type { pointMovementSchema } from '@giftlane/contract/shop/points.ts';
import { type TextKey, text } from '@giftlane/texts/text.ts';
import type * as z from 'zod';
import { pointsOf } from '../../ledger/ledger.ts';
import { listSpan, spanOf } from '../../ledger/movements.ts';
import type { Db } from '../../platform/db/db.ts';
import { briefsOf } from '../orders/orders.ts';

type WireMovement = z.infer<typeof pointMovementSchema>;

/** Wire kind and description for each kind of journal. */
const kinds: Readonly<Record<string, readonly [WireMovement['eKind'], TextKey]>> = {
  points: ['earned', 'points.history.earned'],
  points_back: ['back', 'points.history.back'],
  spend_points: ['spent', 'points.history.spent'],
  friend_points: ['friend', 'points.history.friend'],
  friend_back: ['friendBack', 'points.history.friendBack'],
};

/** A page of a member's point movements, newest first, and their total number. */
export async function listPoints(
  db: Db,
  { id, currency }: { id: string; currency: Currency },
  page: { page: number; limit: number },
): Promise<{ movements: WireMovement[]; total: number }> {
  const span = await spanOf(db, pointsOf(id, currency), {});
  if (!span) return { movements: [], total: 0 };
  const { movements, total } = await listSpan(db, span, page);
  const references = movements.map(({ reference }) => reference);
  const orders = await briefsOf(db, id, references);
  return {
    total,
    movements: movements.map(({ journalId, kind, reference, amountMinor, movedAt }) => {
      const [eKind, words] = kinds[kind] ?? ['earned', 'points.history.earned'];
      return {
        _id: `pts_${journalId}`,
        eKind,
        nPoints: Number(amountMinor),
        sDescription: text(words),
        sOrderId: orders.get(reference)?.clientId ?? '',
        dCreatedAt: movedAt.toISOString(),
      };
    }),
  };
}
