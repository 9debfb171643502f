import type { Category } from '@giftlane/contract/shop/categories.ts';
import { text } from '@giftlane/texts/text.ts';

/** Labels of the category tabs (CAT-02). */
export const tabLabels: Record<Category, string> = {
  Gaming: text('catalogue.tab.gaming'),
  Entertainment: text('catalogue.tab.entertainment'),
  Shopping: text('catalogue.tab.shopping'),
  'Prepaid Card': text('catalogue.tab.prepaidCard'),
  'Wallet Funds': text('catalogue.tab.walletFunds'),
};
