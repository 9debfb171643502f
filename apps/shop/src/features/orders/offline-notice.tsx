import { formatDate, formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Dated } from '@giftlane/ui/layout/dated.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';

/** Notice that the shown orders are an offline copy. */
export function OfflineNotice({ keptAt }: { keptAt: string }) {
  return (
    <div className="mb-4">
      <Notice standing tone="waiting" title={text('offline.orders')}>
        <p className="text-15">
          <Dated
            words={text('offline.keptAt', { date: formatDate(keptAt), time: formatTime(keptAt) })}
          />
        </p>
      </Notice>
    </div>
  );
}
