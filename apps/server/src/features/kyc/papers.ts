/** What a submission is made of. */
import type { KycSubmission, Paper } from '@giftlane/contract/members/kyc.ts';
import { wordsOf } from '@giftlane/contract/members/letters.ts';

/** The encrypted part of a submission: everything but the paths of the pictures. */
export type PersonalData = Omit<
  KycSubmission,
  'docFront' | 'docBack' | 'docAddress' | 'docSelffie' | 'terms'
>;

/** Paths of the four pictures. */
export type Documents = Readonly<Record<Exclude<Paper, 'data'>, string>>;

/** How long what was accepted waits for the rest. */
export const keptDays = 30;

/** What was said of a paper; without a reason it was accepted. */
export interface PaperVerdict {
  readonly paper: Paper;
  readonly reason: string;
}

export const isAccepted = ({ reason }: PaperVerdict): boolean => reason === '';

/** Binds the encryption to the submission: the data decrypts only as this submission of this member. */
export const identityOf = ({ memberId, id }: { memberId: string; id: string }): string =>
  `kyc ${memberId} ${id}`;

/** Splits a submission. Fields keep the schema's order, so that equal content has equal JSON. */
export function splitSubmission(body: KycSubmission): { data: PersonalData; documents: Documents } {
  const { docFront, docBack, docAddress, docSelffie, terms: _accepted, ...data } = body;
  return {
    data,
    documents: { front: docFront, back: docBack, address: docAddress, selfie: docSelffie },
  };
}

/** Equal for the same person, regardless of case, accents and the order of names. */
export const personOf = ({ firstName, lastName, dob }: PersonalData): string =>
  JSON.stringify(['kyc person', wordsOf(`${firstName} ${lastName}`).sort(), dob]);

/** The paths of the pictures among some papers. */
export const pathsOf = (documents: Documents, papers: readonly Paper[]): string[] =>
  papers.flatMap((paper) => (paper === 'data' ? [] : [documents[paper]]));
