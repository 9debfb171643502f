/** Steps after a successful sign-in: it is recorded for the owner, who is notified of a new browser. */
import { enqueue } from '../../../jobs/jobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { sha256 } from '../../../platform/secrets/secrets.ts';
import { notifyOrders } from '../../push/push.ts';
import { signedInJob } from '../jobs.ts';
import { emailKey } from '../names-and-phones.ts';
import { findMember } from '../queries.ts';
import { type OpenedBy, rememberPlace } from './session-queries.ts';
import { insertSignIn } from './sign-in-queries.ts';
import type { Visit } from './visit.ts';

/**
 * The stored form of a network signed in from: a hash of e-mail and network, meaningless without knowing both.
 */
export const placeOf = (key: string, network: string): Buffer => sha256(`${key}\n${network}`);

export interface Arrival {
  readonly memberId: string;
  readonly openedBy: OpenedBy;
  /** The second factor given, if any. */
  readonly factor?: 'code' | 'recovery';
  readonly visit: Visit;
  /** Whether the browser's cookie shows an earlier sign-in to this account. */
  readonly deviceKnown: boolean;
}

/** Records a sign-in in its transaction; notifies by mail and push of a browser that is new to the account. */
export async function noteArrival(
  tx: Tx,
  { memberId, openedBy, factor, visit, deviceKnown }: Arrival,
): Promise<void> {
  const member = await findMember(tx, memberId);
  if (!member) return;
  const id = newId('sgn');
  const { newDevice } = await insertSignIn(tx, {
    id,
    memberId,
    openedBy,
    factor: factor ?? null,
    visit,
    deviceKnown,
  });
  await rememberPlace(tx, memberId, placeOf(emailKey(member.email), networkOf(visit.address)));
  if (!newDevice) return;
  await enqueue(tx, {
    job: signedInJob,
    payload: { memberId, signInId: id, mailId: newId('mail') },
  });
  await notifyOrders(tx, [{ memberId, id, clientId: visit.browser }], 'signed_in');
}
