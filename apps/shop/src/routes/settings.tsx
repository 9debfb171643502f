import { text } from '@giftlane/contract/messages.ts';
import { PushSetting } from '../features/settings/push-setting.tsx';
import { requireMember } from '../lib/guards.ts';
import { Page } from '../ui/page.tsx';

export const loader = requireMember();

/** How the shop reaches the member on this device (ROUTE-33). */
export function Component() {
  return (
    <Page title={text('settings.title')} intro={text('settings.intro')}>
      <PushSetting />
    </Page>
  );
}
