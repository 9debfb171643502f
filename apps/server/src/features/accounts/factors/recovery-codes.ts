/** Recovery codes, for members who have lost every other factor: random, shown once, stored as hashes. */
import type { Tx } from '../../../platform/db/db.ts';
import { newReadableCode, sha256 } from '../../../platform/secrets/secrets.ts';
import { countRecoveryCodes, replaceRecoveryCodes, spendRecoveryCode } from './factor-queries.ts';

const codesAtOnce = 10;

const hashOf = (memberId: string, code: string) => sha256(`recovery ${memberId} ${code}`);

/** Replaces a member's codes by ten new ones; returns them in groups of four characters. */
export async function makeRecoveryCodes(tx: Tx, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, newReadableCode);
  await replaceRecoveryCodes(
    tx,
    memberId,
    codes.map((code) => hashOf(memberId, code)),
  );
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

/** Codes for a member's first factor; null when unused ones remain valid. */
export async function firstRecoveryCodes(tx: Tx, memberId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, memberId)) > 0 ? null : makeRecoveryCodes(tx, memberId);
}

/** Spends a code, once; false when it is unknown or was used. */
export function spendRecovery(tx: Tx, memberId: string, code: string): Promise<boolean> {
  return spendRecoveryCode(tx, memberId, hashOf(memberId, code));
}
