import { text } from '@giftlane/texts/text.ts';

export const subjectOf = ({ sSubject }: { readonly sSubject: string }): string =>
  sSubject || text('office.messages.noSubject');
