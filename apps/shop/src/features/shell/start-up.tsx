import { text } from '@giftlane/texts/text.ts';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { Logo } from '../../rooms/pages/logo.tsx';
import { CookieNotice } from './cookie-notice.tsx';

/** Shown until the session is known (SESS-01). The build renders it into the page (`build/first-sight.ts`). */
export function StartUp() {
  return (
    <div className="flex min-h-dvh flex-col">
      <CookieNotice />
      <div className="border-b border-line">
        <div className="page-width header-height flex items-center">
          <Logo />
        </div>
      </div>
      <div role="status" className="flex grow items-center justify-center gap-3 text-soft">
        <Spinner />
        {text('ui.loading')}
      </div>
    </div>
  );
}
