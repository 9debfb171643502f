/** What the member sends: all papers, or the declined ones again. */
import {
  againShape,
  type KycSubmission,
  kycSchema,
  papers,
  type sendAgain as sendAgainCall,
} from '@giftlane/contract/members/kyc.ts';
import * as z from 'zod';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { crashPoint } from '../../platform/process/crash.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { lockKycStatus, setKycStatus } from '../accounts/accounts.ts';
import { adoptUploads, releaseUploads } from '../uploads/uploads.ts';
import {
  type Documents,
  identityOf,
  isAccepted,
  type PersonalData,
  personOf,
  splitSubmission,
} from './papers.ts';
import { dropKept, insertSubmission, lastVerdicts, newestSubmission } from './queries.ts';
import { take } from './steps.ts';

export interface KycParts {
  readonly db: Db;
  readonly keys: KeyRing;
}

/** Gives up what was accepted of a declined submission. Harmless when nothing is kept. */
export async function giveUpKept(tx: Tx, id: string): Promise<void> {
  if (await dropKept(tx, id)) await releaseUploads(tx, { usedBy: id });
}

interface Sent {
  readonly memberId: string;
  readonly contentHash: Buffer;
  readonly data: PersonalData;
  readonly documents: Documents;
  readonly continues: string | null;
}

/** Stores a submission of a locked member; it waits from then on. */
async function store(tx: Tx, keys: KeyRing, { data, documents, ...sent }: Sent): Promise<void> {
  const { memberId } = sent;
  const id = newId('kyc');
  const { front, back, address, selfie } = documents;
  const pictures = Object.entries({
    docFront: front,
    docBack: back,
    docAddress: address,
    docSelffie: selfie,
  }).map(([field, path]) => ({ field, path }));
  await adoptUploads(tx, { memberId, kind: 'kycDocs', usedBy: id, pictures });
  await insertSubmission(tx, {
    id,
    ...sent,
    ...documents,
    sealed: keys.seal(JSON.stringify(data), identityOf({ memberId, id })),
    person: keys.fingerprint(personOf(data)),
  });
  await setKycStatus(tx, memberId, 's');
  await take(tx, { id, memberId }, { step: 'submitted', actor: memberId });
  crashPoint('kyc.before_submission_commit');
}

/**
 * Finds a locked member's newest submission. True when it waits and is this very one; refuses `kyc.not_open` when
 * another one waits or the member is verified.
 */
async function openFor(tx: Tx, memberId: string, contentHash: Buffer) {
  const status = await lockKycStatus(tx, memberId);
  const newest = await newestSubmission(tx, memberId);
  if (status === 'p' || status === 'r') return { newest, known: false };
  if (status === 's' && newest?.contentHash.equals(contentHash)) return { newest, known: true };
  throw new Refusal('kyc.not_open');
}

/**
 * Submits a member's data and documents; a repeat while they wait changes nothing. Refuses `kyc.not_open` when
 * another submission waits or the member is verified.
 */
export async function submitKyc(
  { db, keys }: KycParts,
  memberId: string,
  body: KycSubmission,
): Promise<void> {
  const { data, documents } = splitSubmission(body);
  const { front, back, address, selfie } = documents;
  const named = { docFront: front, docBack: back, docAddress: address, docSelffie: selfie };
  const contentHash = keys.fingerprint(JSON.stringify(['kyc', memberId, data, named]));
  await db.tx(async (tx) => {
    const { newest, known } = await openFor(tx, memberId, contentHash);
    if (known) return;
    if (newest) await giveUpKept(tx, newest.id);
    await store(tx, keys, { memberId, contentHash, data, documents, continues: null });
  });
}

const dataSchema = kycSchema.omit({
  docFront: true,
  docBack: true,
  docAddress: true,
  docSelffie: true,
  terms: true,
});

/**
 * Submits the declined papers again, with those that were accepted. A repeat while they wait changes nothing.
 * Refuses `kyc.not_open`, and `kyc.nothing_kept` when all has to be sent.
 */
export async function sendAgain(
  { db, keys }: KycParts,
  memberId: string,
  body: z.output<typeof sendAgainCall.body>,
): Promise<void> {
  const contentHash = keys.fingerprint(JSON.stringify(['kyc again', memberId, body]));
  await db.tx(async (tx) => {
    const { newest: kept, known } = await openFor(tx, memberId, contentHash);
    if (known) return;
    if (!kept?.keptUntil || !kept.sealed) throw new Refusal('kyc.nothing_kept');
    const accepted = (await lastVerdicts(tx, kept.id)).filter(isAccepted);
    const declined = papers.filter((paper) => !accepted.some((one) => one.paper === paper));
    z.strictObject(againShape(declined)).parse(body);
    const { docFront, docBack, docAddress, docSelffie, ...changed } = body;
    const data = dataSchema.parse({
      ...JSON.parse(keys.open(kept.sealed, identityOf(kept))),
      ...changed,
    });
    await giveUpKept(tx, kept.id);
    const documents = {
      front: docFront ?? kept.front,
      back: docBack ?? kept.back,
      address: docAddress ?? kept.address,
      selfie: docSelffie ?? kept.selfie,
    };
    await store(tx, keys, { memberId, contentHash, data, documents, continues: kept.id });
  });
}
