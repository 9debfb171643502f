import { text } from '@giftlane/texts/text.ts';

/** Who saved a text. */
export const editorOf = ({ sEditor }: { readonly sEditor: string | null }): string =>
  sEditor ?? text('office.pages.release');
