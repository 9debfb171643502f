/**
 * The register of every database column: whether a copy of a member's data shows it, and what erasing the
 * account does to it. Copy and erasure follow the register alone. A test compares it with the migrated
 * database, so that a new column needs an entry.
 */
import { accountTables } from './register/accounts.ts';
import { coinTables } from './register/coins.ts';
import { identityTables } from './register/identity.ts';
import { messageTables } from './register/messages.ts';
import { moneyTables } from './register/money.ts';
import { orderTables } from './register/orders.ts';
import type { PersonalTable } from './register/table.ts';

export { house } from './register/house.ts';
export type { Kept, PersonalTable } from './register/table.ts';

/**
 * Tables with members' data in the order of erasure: a table whose rows are found through another comes before
 * it. `members` is erased last regardless of its place.
 */
export const personal: readonly PersonalTable[] = [
  ...messageTables,
  ...accountTables,
  ...orderTables,
  ...moneyTables,
  ...coinTables,
  ...identityTables,
];
