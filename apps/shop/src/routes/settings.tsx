import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Mails } from '../features/settings/mails.tsx';
import { PushSetting } from '../features/settings/push-setting.tsx';
import { requireMember } from '../session/guards.ts';

export const loader = requireMember();

/** Notifications and mails (ROUTE-33). */
export function Component() {
  return (
    <Page title={text('settings.title')} intro={text('settings.intro')}>
      <PushSetting />
      <Mails />
    </Page>
  );
}
