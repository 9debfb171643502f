/** The SQL of KYC statuses. The database enforces the allowed transitions. */
import { sql, type Tx } from '../../../platform/db/db.ts';
import type { Member } from '../queries.ts';

/** A member's KYC status; locks the member until the transaction ends. */
export async function lockKycStatus(tx: Tx, memberId: string): Promise<Member['kycStatus']> {
  const { status } = await tx.one(sql<{ status: Member['kycStatus'] }>`
    select kyc_status as status from members where id = ${memberId} for no key update`);
  return status;
}

/** Sets a locked status; PostgreSQL refuses transitions that are not allowed. */
export async function setKycStatus(
  tx: Tx,
  memberId: string,
  status: Member['kycStatus'],
): Promise<void> {
  await tx.run(sql`update members set kyc_status = ${status} where id = ${memberId}`);
}
