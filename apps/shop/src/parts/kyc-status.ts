import { text } from '@giftlane/contract/messages.ts';

const titles: ReadonlyMap<string, string> = new Map([
  ['p', text('kyc.title.p')],
  ['s', text('kyc.title.s')],
  ['v', text('kyc.title.v')],
  ['r', text('kyc.title.r')],
]);

/** How far a member's verification is, in the specification's words (KYC-01 to KYC-07). */
export const kycTitle = (status: string): string => titles.get(status) ?? text('kyc.title.unknown');

/** Only these may submit (KYC-12). */
export const maySubmitKyc = (status: string): boolean => status === 'p' || status === 'r';
