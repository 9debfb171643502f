import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Payments } from '../../providers/payments/port.ts';
import type { Catalog } from '../catalog/catalog.ts';

/** What checkout works with. */
export interface CheckoutParts {
  readonly db: Db;
  readonly log: Log;
  readonly catalog: Catalog;
  readonly payments: Payments;
  /** The provider's account that has to be paid; empty when any of ours will do. */
  readonly payee: string;
  /** Codes in one order at most (site option). */
  readonly maxCodes: () => Promise<number>;
  /** Codes that a member's unpaid orders may hold together (site option). */
  readonly maxUnpaidCodes: () => Promise<number>;
  /** How long an unpaid order holds its codes and money (site option). */
  readonly lapseMs: () => Promise<number>;
}

/** The provider's name in our tables. */
export const provider = 'paypal';
