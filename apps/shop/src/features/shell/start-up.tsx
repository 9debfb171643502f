import { text } from '@giftlane/texts/text.ts';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { Logo } from '../../rooms/pages/logo.tsx';
import { CookieNotice } from './cookie-notice.tsx';

/**
 * Shown first, until it is known who is there (SESS-01). The page comes with it drawn already, by
 * `build/first-sight.ts`, so that there is something to see before a script has come.
 */
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
