import { text } from '@giftlane/texts/text.ts';
import { WifiOff } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { anythingKept } from '../../session/kept.ts';

const ordersPath = '/account/orders';

/** That there is no network, and a link to the orders that were stored for reading offline. */
export function OfflineNote() {
  const { pathname } = useLocation();
  return (
    <section aria-label={text('offline.title')} className="border-b border-line bg-amber-tint">
      <div className="page-width flex flex-wrap items-center gap-x-4 gap-y-1 py-2 sm:flex-nowrap">
        <p className="text-13">
          <WifiOff aria-hidden="true" className="me-2 inline size-4 text-amber" />
          <strong className="font-semibold">{text('offline.title')}</strong> {text('offline.text')}
        </p>
        {pathname !== ordersPath && anythingKept() && (
          <Link
            to={ordersPath}
            className="inline-flex min-h-9 shrink-0 items-center text-13 font-semibold underline underline-offset-4"
          >
            {text('offline.orders')}
          </Link>
        )}
      </div>
    </section>
  );
}
