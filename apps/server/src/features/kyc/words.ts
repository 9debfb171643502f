import type { Paper } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import { isAccepted, type PaperVerdict } from './papers.ts';

const names: Readonly<Record<Paper, string>> = {
  data: text('kyc.personal'),
  front: text('kyc.doc.front'),
  back: text('kyc.doc.back'),
  address: text('kyc.doc.address'),
  selfie: text('kyc.doc.selfie'),
};

/** A line for each declined paper, with its reason. */
export const paperWords = (verdicts: readonly PaperVerdict[]): string[] =>
  verdicts
    .filter((verdict) => !isAccepted(verdict))
    .map(({ paper, reason }) => text('ui.labelled', { label: names[paper], value: reason }));
