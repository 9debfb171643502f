/**
 * Every column the database has, and what it is to a member: whether a copy of their data shows it, and what
 * becomes of it when their account is erased. The copy and the erasure do what stands here and nothing else. A test
 * compares it with the migrated database, so that every new column is decided on.
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
 * Tables with something of members, in the order in which they are erased: what finds its rows by other tables comes
 * before those. `members` itself is last whatever its place here.
 */
export const personal: readonly PersonalTable[] = [
  ...messageTables,
  ...accountTables,
  ...orderTables,
  ...moneyTables,
  ...coinTables,
  ...identityTables,
];
