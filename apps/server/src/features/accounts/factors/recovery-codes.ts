/** Codes for who has lost every other factor: random, shown once, kept as hashes. */
import type { Tx } from '../../../platform/db/db.ts';
import { newReadableCode, sha256 } from '../../../platform/secrets/secrets.ts';
import { countRecoveryCodes, replaceRecoveryCodes, spendRecoveryCode } from './factor-queries.ts';

const codesAtOnce = 10;

const hashOf = (memberId: string, code: string) => sha256(`recovery ${memberId} ${code}`);

/** Ten new codes in the place of those there were, as a person reads them: in fours. */
export async function makeRecoveryCodes(tx: Tx, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, newReadableCode);
  await replaceRecoveryCodes(
    tx,
    memberId,
    codes.map((code) => hashOf(memberId, code)),
  );
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

/** Codes for a member's first factor; null when there are some that go on. */
export async function firstRecoveryCodes(tx: Tx, memberId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, memberId)) > 0 ? null : makeRecoveryCodes(tx, memberId);
}

/** Spends a code, once; false when it is none. */
export function spendRecovery(tx: Tx, memberId: string, code: string): Promise<boolean> {
  return spendRecoveryCode(tx, memberId, hashOf(memberId, code));
}
