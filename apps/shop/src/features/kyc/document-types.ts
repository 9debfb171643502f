import type { addressTypes, idTypes } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';

export type DocumentType = (typeof idTypes)[number] | (typeof addressTypes)[number];

const names: Readonly<Record<DocumentType, string>> = {
  'Drivers Licence': text('kyc.idType.driversLicence'),
  'State Card': text('kyc.idType.stateCard'),
  Passport: text('kyc.idType.passport'),
  'Water Bill': text('kyc.addressType.waterBill'),
  'Utility Bill': text('kyc.addressType.utilityBill'),
  'Phone Bill': text('kyc.addressType.phoneBill'),
  'Credit Card Statement': text('kyc.addressType.creditCardStatement'),
  'Bank Statement': text('kyc.addressType.bankStatement'),
  Other: text('kyc.addressType.other'),
};

/** The name of a document type in the shop's language; the wire carries the English one. */
export const documentTypeName = (type: DocumentType): string => names[type];
