import { text } from '@giftlane/texts/text.ts';
import type { Tone } from '@giftlane/ui/layout/badge.tsx';

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

/** What a badge says of it. */
interface KycWord {
  readonly word: string;
  readonly tone: Tone;
}

const words: ReadonlyMap<string, KycWord> = new Map([
  ['p', { word: text('rooms.identity.p'), tone: 'plain' }],
  ['s', { word: text('rooms.identity.s'), tone: 'waiting' }],
  ['v', { word: text('rooms.identity.v'), tone: 'success' }],
  ['r', { word: text('rooms.identity.r'), tone: 'danger' }],
]);

/** The same in a word or two, for where there is no room for a title. */
export const kycWord = (status: string): KycWord =>
  words.get(status) ?? { word: text('rooms.identity.unknown'), tone: 'plain' };
