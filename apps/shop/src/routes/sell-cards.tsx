import { text } from '@giftlane/contract/messages.ts';
import { SellLanding } from '../features/selling/sell-landing.tsx';
import { Title } from '../ui/page.tsx';

/** What selling is (ROUTE-16). */
export function Component() {
  return (
    <>
      <Title>{text('nav.sellGiftCards')}</Title>
      <SellLanding />
    </>
  );
}
