/** Members who show who they are, for tests. */
import { type KycSubmission, updateKyc } from '@giftlane/contract/kyc.ts';
import type { TestShop } from '../../testing/start-shop.ts';
import { uploaded } from '../uploads/pictures.testing.ts';
import { showKyc, verifyKyc } from './kyc.ts';

/** Everything but the pictures. */
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

/** A submission with four pictures that wait for it. */
export async function submissionOf(
  shop: TestShop,
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

/** An operator looks at what waits, and verifies it. */
export async function lookAndVerify(shop: TestShop, memberId: string, actor: string) {
  await showKyc({ db: shop.db, keys: shop.config.keys }, memberId, actor);
  await verifyKyc(shop.db, memberId, actor);
}

/** A member who has shown who they are and was found to be that. */
export async function makeVerified(
  shop: TestShop,
  { id, token }: { id: string; token: string },
): Promise<void> {
  await shop.call(updateKyc, { token, body: await submissionOf(shop, { token }) });
  await lookAndVerify(shop, id, 'operator@giftlane.test');
}
