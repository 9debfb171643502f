/** Members who verify their identity, for tests. */
import { type KycSubmission, updateKyc } from '@giftlane/contract/members/kyc.ts';
import type { TestShop } from '../../testing/start-shop.ts';
import { uploaded } from '../uploads/pictures.testing.ts';
import { openPicture } from '../uploads/uploads.ts';
import { showKyc, verifyKyc } from './kyc.ts';

type Shop = Pick<TestShop, 'db' | 'files' | 'config'>;

/** A submission without its pictures. */
export const personalData = {
  firstName: 'Zoë',
  lastName: 'Quellmarker',
  dob: '1990-05-31',
  address1: '7 Marker Lane',
  address2: 'Flat 3',
  city: 'Markerton',
  state: 'Markershire',
  zipcode: 'MK1 2ER',
  country: 'GB',
  terms: 'accept',
  typeOfId: 'Passport',
  typeOfAddress: 'Water Bill',
} as const;

/** A submission with four uploaded pictures. */
export async function submissionOf(
  shop: Pick<TestShop, 'raw'>,
  { token }: { token: string },
): Promise<KycSubmission> {
  const picture = () => uploaded(shop, token, 'kycDocs');
  const [docFront, docBack, docAddress, docSelffie] = [
    await picture(),
    await picture(),
    await picture(),
    await picture(),
  ];
  return { ...personalData, docFront, docBack, docAddress, docSelffie };
}

/** An operator views a submission. */
export const look = ({ db, config }: Shop, memberId: string, actor: string) =>
  showKyc({ db, keys: config.keys }, memberId, actor);

/** An operator views a submission and its pictures. */
export async function lookClosely(shop: Shop, memberId: string, actor: string) {
  const parts = { db: shop.db, files: shop.files, keys: shop.config.keys };
  const shown = await look(shop, memberId, actor);
  if (!shown) throw new Error('nothing was submitted');
  const { front, back, address, selfie } = shown.submission;
  for (const path of [front, back, address, selfie])
    await openPicture(parts, { path, operator: actor, reason: 'a test' });
}

/** An operator views everything and verifies it. */
export async function lookAndVerify(shop: TestShop, memberId: string, actor: string) {
  await lookClosely(shop, memberId, actor);
  await verifyKyc(shop.db, memberId, actor);
}

/** Verifies a member's identity. */
export async function makeVerified(
  shop: TestShop,
  { id, token }: { id: string; token: string },
): Promise<void> {
  await shop.call(updateKyc, { token, body: await submissionOf(shop, { token }) });
  await lookAndVerify(shop, id, 'operator@giftlane.test');
}
