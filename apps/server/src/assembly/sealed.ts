/** Whether what is encrypted can be opened: a sample of each kind, by each key. */
import { sealedAppSecrets } from '../features/accounts/accounts.ts';
import { sealedIdentities } from '../features/kyc/kyc.ts';
import { sealedCodes } from '../features/stock/stock.ts';
import { type Files, pictureProblems } from '../features/uploads/uploads.ts';
import type { Db } from '../platform/db.ts';
import type { SealedSample } from '../platform/key-checks.ts';
import type { KeyRing } from '../platform/secrets.ts';

interface Parts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly files: Files;
}

const samples: readonly SealedSample[] = [sealedCodes, sealedIdentities, sealedAppSecrets];

/** What of the samples these keys do not open, in words. */
export async function sealedProblems(parts: Parts): Promise<string[]> {
  const { db, keys } = parts;
  const problems: string[] = [];
  for (const { what, rows } of samples)
    for (const { id, identity, sealed } of await db.survey((tx) => tx.rows(rows)))
      try {
        keys.openBytes(sealed, identity);
      } catch {
        problems.push(`${what} ${id} can not be opened with key ${sealed[0]}`);
      }
  return [...problems, ...(await pictureProblems(parts))];
}
