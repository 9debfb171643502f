import { text } from '@giftlane/texts/text.ts';
import { Title } from '@giftlane/ui/layout/page.tsx';
import { SellLanding } from '../features/selling/sell-landing.tsx';

/** What selling is (ROUTE-16). */
export function Component() {
  return (
    <>
      <Title>{text('nav.sellGiftCards')}</Title>
      <SellLanding />
    </>
  );
}
