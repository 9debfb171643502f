/** How far the shop knows who a member is. The edges a status may take are the database's. */
import { sql, type Tx } from '../../../platform/db/db.ts';
import type { Member } from '../queries.ts';

/** A member's KYC status; changes of one member wait for each other to the end of the transaction. */
export async function lockKycStatus(tx: Tx, memberId: string): Promise<Member['kycStatus']> {
  const { status } = await tx.one(sql<{ status: Member['kycStatus'] }>`
    select kyc_status as status from members where id = ${memberId} for no key update`);
  return status;
}

/** Sets a locked status; PostgreSQL refuses edges there are not. */
export async function setKycStatus(
  tx: Tx,
  memberId: string,
  status: Member['kycStatus'],
): Promise<void> {
  await tx.run(sql`update members set kyc_status = ${status} where id = ${memberId}`);
}
