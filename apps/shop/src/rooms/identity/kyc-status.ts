/** States of a member's identity verification, in words. */
import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Tone } from '@giftlane/ui/layout/badge.tsx';

export type KycStatus = User['sKycStatus'];

interface KycWords {
  /** The specification's words (KYC-01 to KYC-07). */
  readonly title: string;
  /** The same in a word or two, for a badge. */
  readonly word: string;
  readonly tone: Tone;
}

const words: Readonly<Record<KycStatus, KycWords>> = {
  p: { title: text('kyc.title.p'), word: text('rooms.identity.p'), tone: 'plain' },
  s: { title: text('kyc.title.s'), word: text('rooms.identity.s'), tone: 'waiting' },
  v: { title: text('kyc.title.v'), word: text('rooms.identity.v'), tone: 'success' },
  r: { title: text('kyc.title.r'), word: text('rooms.identity.r'), tone: 'danger' },
};

const unknown: KycWords = {
  title: text('kyc.title.unknown'),
  word: text('rooms.identity.unknown'),
  tone: 'plain',
};

/** A server newer than this page may send another status (KYC-07). */
export const kycWords = (status: KycStatus): KycWords => words[status] ?? unknown;

/** Only these may submit (KYC-12). */
export const maySubmitKyc = (status: KycStatus): boolean => status === 'p' || status === 'r';
