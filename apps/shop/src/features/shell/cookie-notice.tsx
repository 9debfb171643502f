import { externalStore } from '@giftlane/client/storage/external-store.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { local, localKeys } from '../../session/storage.ts';

const accepted = externalStore(local.read(localKeys.cookiesAccepted) !== null);

/**
 * The cookie notice (GLOB-07), above the header: a bar at the lower edge would cover the cart's button on a phone. In a
 * server-rendered page `theme.js` hides it when it was accepted before.
 */
export function CookieNotice() {
  const isAccepted = useSyncExternalStore(accepted.subscribe, accepted.read, () => false);
  if (isAccepted) return null;
  return (
    <section
      aria-label={text('cookie.title')}
      className="until-accepted border-b border-line bg-sunken"
      data-needs-script
      data-screen-only
    >
      <div className="page-width flex items-center justify-between gap-3 py-2">
        <p className="text-13">
          {textParts('cookie.text', {
            privacy: (
              <Link to="/privacy-policy" className="underline">
                {text('nav.privacy')}
              </Link>
            ),
          })}
        </p>
        <Button
          size="small"
          onClick={() => {
            local.write(localKeys.cookiesAccepted, 'yes');
            accepted.write(true);
          }}
        >
          {text('cookie.accept')}
        </Button>
      </div>
    </section>
  );
}
