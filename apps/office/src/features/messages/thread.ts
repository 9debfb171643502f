import type { Answer } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';

export type Thread = Answer<'GET /office/messages/{id}'>['data'];

export const subjectOf = ({ sSubject }: { readonly sSubject: string }): string =>
  sSubject || text('office.messages.noSubject');
